// Pins: styleText colours what goes to a terminal; its faults
import util from "node:util";
const T=(f)=>{try{console.log(JSON.stringify(f()))}catch(e){console.log(e.code,e.message)}};
T(()=>util.styleText("red","x"));T(()=>util.styleText(["red","bold"],"x"));T(()=>util.styleText("red","x",{validateStream:false}));T(()=>util.styleText("red",5));T(()=>util.styleText("nope","x"));T(()=>util.styleText("red","x",{stream:{}}));T(()=>util.styleText("red","x",{validateStream:1}));T(()=>util.styleText("red","x",{stream:process.stderr}));T(()=>util.styleText.length);
