// Pins: url.parse, url.resolve and url.format of many texts: which host they see, what they escape, and which texts they refuse
import url from 'node:url';
let s=12345;const r=(n)=>{s=(s*1103515245+12345)&0x7fffffff;return (s>>8)%n};
const P=['http:','https:','mailto:','file:','x:','javascript:','//','/','a','b.com','..','.','?q=1','#h','@','u:p@',':80',':abc','[::1]','\\',' ','%41','é',"'",'c','d/','','ws:','localhost:','HTTP:','\t','|',';'];
const gen=()=>{let t='';for(let i=r(7)+1;i>0;i--)t+=P[r(P.length)];return t};
for(let i=0;i<400;i++){const a=gen();let o;try{o=JSON.stringify({...url.parse(a,r(2)===1,r(2)===1)})}catch(e){o=e.name+e.code+e.message}console.log('P',JSON.stringify(a),o)}
for(let i=0;i<600;i++){const a=gen(),b=gen();let o;try{o=url.resolve(a,b)}catch(e){o=e.name+e.code+e.message}console.log('R',JSON.stringify(a),JSON.stringify(b),o)}
for(const o of [{protocol:'http',host:'a.com',pathname:'x',query:{a:[1,2],b:''}},{hostname:'::1',port:80,protocol:'http:'},{pathname:'/a?b#c'},{protocol:'mailto',pathname:'a'},{auth:'a:b@c',host:'h'},{search:'a#b',hash:'x'},{slashes:true},{host:'h',protocol:'foo'},{protocol:'file',pathname:'/x'}])console.log(url.format(o));
console.log(url.format(new URL('http://user@測試.com:81/x?測#h'),{unicode:true,fragment:false}),url.domainToUnicode('xn--fiq228c.com'),url.domainToUnicode('a.xn--mgbh0fb.xn--kgbechtv'),url.domainToUnicode('xn--bcher-kva.example'),JSON.stringify(url.domainToUnicode('a b')));
console.log(url.parse('http://a.com/b').resolveObject('../c?d').href);
