// Uploads to a server that has ffmpeg: videos that browsers cannot play are converted.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { makeAdmin } from '../../../test/factories.ts'
import { expectConversion, vp9 } from '../../../test/ffmpeg-uploads.ts'
import {
  bytesOf,
  hasNoFfmpeg,
  makeVideoFile,
  makeVideoFolder,
  PATH,
  picture,
  tone,
} from '../../../test/ffmpeg-videos.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let t: TestApp
let token: string
let workFolder: ReturnType<typeof makeVideoFolder>
beforeAll(async () => {
  workFolder = makeVideoFolder()
  t = await startTestApp({ PATH })
  token = (await makeAdmin(t)).token
})
afterAll(async () => {
  await t.close()
  workFolder.remove()
})

const at = (name: string) => join(workFolder.folder, name)

describe.skipIf(hasNoFfmpeg)('an upload', () => {
  it('of vp9 in webm is listed without links until its stream is made, and then plays', async () => {
    await expectConversion(
      t,
      token,
      bytesOf(makeVideoFile(at('vp9.webm'), ...picture('320x240', 1), ...tone(1), ...vp9)),
    )
  })
})
