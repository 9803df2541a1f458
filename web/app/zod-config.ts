// Zod compiles schemas with `new Function` if it can, which our content policy blocks. Zod reads this setting when it
// is first imported, so root.tsx imports this file first. It does not import zod itself, because public pages do not
// load zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
