// Zod compiles schemas with `new Function` where it can, which our content policy refuses. Zod reads this setting when it
// is first imported, so root.tsx imports this file first. It does not import zod, which public pages do without.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
