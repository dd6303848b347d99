// This file is @langchain/langgraph/zod: reducers and defaults for zod schemas.

import * as zod from "zod";
import { plugIn } from "./zod_plugin";

export { withLangGraph } from "./schema";
export { LanggraphZodMetaRegistry, META_EXTRAS_DESCRIPTION_PREFIX, SchemaMetaRegistry, registry, schemaMetaRegistry } from "./zod_registry";

plugIn(zod);
