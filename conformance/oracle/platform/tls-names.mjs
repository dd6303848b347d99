// Pins: which hosts a certificate is for, also if one of its names looks like several
import { checkServerIdentity } from "node:tls";

const check = (host, subjectaltname, CN) => {
  try {
    const error = checkServerIdentity(host, { subject: CN ? { CN } : {}, subjectaltname });
    console.log(host, error ? `${error.name} ${error.code} ${error.message} / ${error.reason} / ${error.host}` : "fits");
  } catch (error) {
    console.log(host, error.name, error.code, error.message);
  }
};
check("localhost", 'DNS:"evil.test\\u002c DNS:localhost\\u002c x"');
check("evil.test", 'DNS:"evil.test\\u002c DNS:localhost\\u002c x"');
check("localhost", 'DNS:"evil.test\\u002c x", DNS:localhost');
check("localhost", 'DNS:"a\\"", IP Address:127.0.0.1, DNS:localhost');
check("127.0.0.1", 'DNS:"a\\u002c IP Address:127.0.0.1"');
check("127.0.0.1", 'DNS:"a\\u002c b", IP Address:127.0.0.1');
check("localhost", 'DNS:"localhost"');
check("localhost", 'DNS:"never ends, DNS:localhost');
check("localhost", 'DNS:"bad \\x", DNS:localhost');
check("localhost", "DNS:a, DNS:localhost");
check("localhost", "URI:http://DNS:localhost");
check("b.example.com", "DNS:*.example.com");
check("b.example.com", "", "*.example.com");
check("example.com", "", "other");
