export const __hitlrun_meta = /* @__PURE__ */ __hitlrun_meta_of($NAME, $MAIN);
