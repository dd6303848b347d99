// Pins: \W, \S and \D in literals with the flag i, and in classes with other characters
console.log("sk-".match(/(?=a|)\W/i)[0], /(?=a|)\W/i.source, String(/(?!x)\S.(\w)\1/gi), "aXbb".match(/(?!x)\S.(\w)\1/i));
console.log("kS_ a1\n".replace(/(?=a|)[\W]/gi, "."), "kS_ a1\n".replace(/(?=a|)[\W_]/gi, "."), "Ks-é".replace(/[\W_]/gi, "."), "é ks".replace(/[\Wx]+/gi, "."));
console.log("é kS1".replace(/\W/gi, "."), "é kS1".replace(/\D/gi, "."), "é kS1".replace(/\S/gi, "."), "a-S".match(/(?=.)[\W-]/i).index, "a^S-".replace(/(?=.)[\W^]/gi, "."), "a^S-".replace(/(?=.)[\W^a]/gi, "."), "a]S".match(/(?=.)[\]\W]/i).index);
console.log("aé\nb".match(/(?!x).+/gi), "A\nb".match(/(?=a)a.b/is)[0], new RegExp("[\\W_](?=k)", "i").source, "a_k s".split(/[\W_](?=k|s)/i));
const twice = () => /(?<=a)\W/gi; const one = twice(); one.test("a-a-"); console.log(one.lastIndex, twice().lastIndex, one === twice());
console.log("kS_ a1é".replace(/(?=a|)[^\W_]/gi, "."), "kS_ a1é^".replace(/(?=a|)[^^\W]/gi, "."), "éS_".replace(/[^\W_]/gi, "."), "a b\nc".replace(/(?!c)[^\S\n]|\D(?!.)/gi, "."), "kS_".replace(new RegExp("(?=a|)[^\\Wk]", "gi"), "."));
