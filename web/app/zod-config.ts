// Zod reads these settings when it is first imported, so root.tsx imports this file first. This file does not import zod itself, because
// pages without a form do not load zod.
import { describeIssue } from '@baobab/contract/kernel/text.ts'

Object.assign(globalThis, {
  __zod_globalConfig: {
    // Zod compiles schemas with `new Function` if it can, which our content policy blocks.
    jitless: true,
    customError: describeIssue,
  },
})
