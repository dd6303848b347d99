// Pins: path.win32, promisify of timers, the order of callbackify, inherits, assert.fail with an operator, histograms, receiveMessageOnPort
import path from 'node:path';import util from 'node:util';import assert from 'node:assert';import {createHistogram,performance} from 'node:perf_hooks';
const w=path.win32;
for(const p of ['','/','//','/a','/a/','a','a/b','a/b/','./a','../a','.a','a.','a.b.c','..','.','/..','//a','///a//b','C:','C:\\','C:\\a','C:a','\\\\s\\h\\p','\\\\s\\h','\\\\s\\h\\','a\\b','c:/x/../..','.bashrc','a/.b','\\a','//a/b/c','C:a\\b'])console.log(JSON.stringify([p,w.dirname(p),w.basename(p),w.extname(p),w.parse(p)]));
for(const [a,b] of [['/a/b','/a/c'],['/a','/a/b/c'],['/a/b/c','/'],['C:\\a','D:\\b'],['C:\\a\\b','C:\\A\\c'],['\\\\s\\h\\a','\\\\s\\h\\b'],['C:\\','C:\\b']])console.log(w.relative(a,b));
console.log([w.basename('a.js','.js'),w.basename('.js','.js'),w.basename('a/b.js/','.js'),w.basename('ab','b')],w.toNamespacedPath('C:\\a'),w.toNamespacedPath('\\\\s\\h\\x'),w.toNamespacedPath(5));
const T=async(n,f)=>{try{console.log(n,await f())}catch(e){console.log(n,e.name,e.code,e.message,e.operator,e.generatedMessage,e.actual,e.expected)}};
await T('f',()=>w.format(null));
await T('abort',async()=>{const ac=new AbortController();setTimeout(()=>ac.abort(),5);await util.promisify(setTimeout)(50,'v',{signal:ac.signal});return 'done'});
await T('order',()=>new Promise(r=>{const o=[];util.callbackify(async()=>1)(()=>o.push('cb'));setImmediate(()=>{o.push('imm');setTimeout(()=>r(o),5)})}));
await T('inh',()=>util.inherits(function(){},{}));await T('inh',()=>util.inherits(function(){},()=>{}));await T('inh',()=>util.inherits(function(){},null));
await T('fail',()=>assert.fail());await T('fail',()=>assert.fail(null));await T('fail',()=>assert.fail('x'));await T('fail',()=>assert.fail(new TypeError('z')));await T('fail',()=>assert.fail(1,2,undefined,'>'));await T('fail',()=>assert.fail(1,2));await T('fail',()=>assert.fail(1,2,'msg'));await T('fail',()=>assert.fail(1,2,new RangeError('q')));
const h=createHistogram();for(const v of [1,5,5,100,2047,2048,4097,100000,123456789n,2**40])h.record(v);
console.log(h.count,h.min,h.max,h.mean,h.stddev,h.percentile(50),h.percentile(90),h.percentile(100),h.percentile(0.001),h.exceeds,[...h.percentiles]);
const k=createHistogram();k.record(5000);h.add(k);console.log(h.count,h.percentile(60));h.reset();console.log(h.count,h.min,h.max,h.mean,h.stddev,h.percentile(50),[...h.percentiles]);
await T('rec',()=>h.record(0));await T('rec',()=>h.record('x'));await T('rec',()=>h.record(1.5));import {MessageChannel,receiveMessageOnPort} from 'node:worker_threads';
const {port1,port2}=new MessageChannel();port1.postMessage({a:1});port1.postMessage(undefined);console.log(receiveMessageOnPort(port2),receiveMessageOnPort(port2),receiveMessageOnPort(port2));
for(const p of [{},null,5])try{receiveMessageOnPort(p)}catch(e){console.log(e.name,e.code,e.message)}
port2.on('message',m=>{console.log('got',m);port1.close()});port1.postMessage('x');console.log(receiveMessageOnPort(port2));port1.postMessage('y');
