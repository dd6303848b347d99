// Pins: process.hrtime(previous), and the errors for what is no earlier time.
const attempt = (time) => {
  try {
    console.log(time, process.hrtime(time).map((part) => typeof part));
  } catch (e) {
    console.log(time, e.name, e.code, e.message);
  }
};
for (const time of [undefined, null, 5, "a", [], [1], [1, 2, 3], [, 1], {}, [NaN, 1], ["1", "2"]]) attempt(time);
const begin = process.hrtime();
const [seconds, nanos] = process.hrtime(begin);
console.log(seconds < 20, nanos >= 0, nanos < 1e9);
console.log(process.hrtime([1e9, 0])[0] < 0, process.hrtime([0, 999999999])[1] >= 0);
