// Zod compiles schemas with `new Function` where it may; our content policy refuses that, so it must not even try. It
// reads this when it is first imported, so the root imports this file first, and the public pages need no zod for it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
