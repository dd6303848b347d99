() => { throw new Error("zod: the locale \"$NAME\" is not in the bundle, because no file of the script mentions \"locales\"; import \"zod/v4/locales/$NAME.js\" to have it") }
