// This file is `zod/v3`, which is not built in.

function refuse(): any {
  throw new Error("zod/v3 is not part of hitlrun's built-in zod; install the real package: npm install zod");
}
export const z: any = refuse();
export default z;
