// Admins change the poster and the captions of a video.
import { execFileSync } from 'node:child_process'
import sharp from 'sharp'
import * as adminContract from '@baobab/contract/videos/admin.ts'
import * as contract from '@baobab/contract/videos/endpoints.ts'
import type { Language } from '@baobab/contract/kernel/languages.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLines } from '../../platform/audit/tables.ts'
import { videos } from '../tables.ts'
import { refusal } from '../../../test/refusal.ts'
import { listStoredFiles, makeStoredVideo } from '../../../test/videos.ts'
import { startTestApp, openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makePaidStudent, makeStudent } from '../../../test/factories.ts'
import { waitFor } from '../../../test/wait-for.ts'

let video: Pick<adminContract.AdminVideo, '_id'>
const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)
beforeEach(async () => {
  video = await makeStoredVideo(t, { access: 'premium' })
})

const params = () => ({ id: video._id })
const makeForm = (field: string, content: Uint8Array<ArrayBuffer> | string, name: string) => {
  const form = new FormData()
  form.set(field, new Blob([content]), name)
  return form
}
const listActions = async () =>
  (await t.app.db.select().from(auditLines).where(eq(auditLines.subject, video._id))).map(({ action }) => action)

async function expectRefusalWithoutWrites(call: () => Promise<unknown>) {
  const before = await listStoredFiles(t)
  const error = await refusal(call())
  await waitFor(async () => expect(await listStoredFiles(t)).toEqual(before))
  return error
}

describe('a poster', () => {
  const picture = async (width: number, height: number) =>
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background: '#84cc16' } })
        .withExif({ IFD0: { Copyright: 'Ada Obi' } })
        .jpeg()
        .toBuffer(),
    )
  const set = (body: FormData | { atSeconds?: number | string }) =>
    t.as(admin.token)(adminContract.setPoster, { params: params(), body: body as FormData })
  const loadPoster = async ({ posterUrl }: adminContract.AdminVideo) => {
    const reply = await t.http.inject(posterUrl ?? '')
    expect(reply).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } })
    return sharp(reply.rawPayload).metadata()
  }

  it.each([
    [2_000, 1_500, 1_280, 720],
    // Portrait videos are not cropped.
    [1_080, 1_920, 720, 1_280],
    [400, 800, 400, 800],
    [900, 900, 900, 900],
    [640, 360, 640, 360],
    [1, 1, 1, 1],
  ])('of %d x %d is resized to %d x %d', async (width, height, madeWidth, madeHeight) => {
    const reply = await set(makeForm('poster', await picture(width, height), '../../poster.php'))
    expect(reply.message).toBe('Poster changed successfully!')
    const made = await loadPoster(reply.video)
    expect(made).toMatchObject({ format: 'webp', width: madeWidth, height: madeHeight })
    expect(made.exif).toBeUndefined()
    expect(await listActions()).toEqual(['video.poster_changed'])
  })

  it('replaces the previous one and removes its file', async () => {
    const first = await set(makeForm('poster', await picture(640, 360), 'a.jpg'))
    const count = (await listStoredFiles(t)).length
    const second = await set(makeForm('poster', await picture(640, 360), 'a.jpg'))
    expect(second.video.posterUrl).not.toBe(first.video.posterUrl)
    expect((await t.http.inject(first.video.posterUrl ?? '')).statusCode).toBe(404)
    await waitFor(async () => expect(await listStoredFiles(t)).toHaveLength(count))
  })

  it('cannot be a text file, an SVG or a truncated picture', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const bytes of ['text', drawing, (await picture(640, 360)).slice(0, 300)]) {
      const error = await expectRefusalWithoutWrites(() => set(makeForm('poster', bytes, 'a.jpg')))
      expect(error).toMatchObject({ status: 422, code: 'not_a_picture' })
    }
  })

  it('needs a picture or a position', async () => {
    const error = await expectRefusalWithoutWrites(() => set({}))
    expect(error).toMatchObject({ status: 400, errors: [{ path: 'poster', message: 'Please choose a picture.' }] })
  })

  it('cannot be a frame of the video without ffmpeg', async () => {
    const error = await expectRefusalWithoutWrites(() => set({ atSeconds: 1 }))
    expect(error).toMatchObject({ status: 400, errors: [{ path: 'atSeconds' }] })
    expect(error.message).toContain('ffmpeg is not installed on this server')
  })

  it('needs an existing video', async () => {
    const body = makeForm('poster', await picture(640, 360), 'a.jpg')
    const call = () => t.as(admin.token)(adminContract.setPoster, { params: { id: crypto.randomUUID() }, body })
    expect((await expectRefusalWithoutWrites(call)).code).toBe('video_not_found')
  })
})

/** The path of ffmpeg on this machine; empty if it is not installed. */
const ffmpeg = (() => {
  try {
    return execFileSync('which', ['ffmpeg'], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
})()

describe.skipIf(ffmpeg === '')('with ffmpeg, a poster', () => {
  it('is the frame that the admin picks, and a position after the end is refused', async () => {
    const withFfmpeg = await startTestApp({ FFMPEG_PATH: ffmpeg })
    const other = await makeAdmin(withFfmpeg)
    const { _id: id } = await makeStoredVideo(withFfmpeg)
    const set = (atSeconds: string) => {
      const body = new FormData()
      body.set('atSeconds', atSeconds)
      return withFfmpeg.as(other.token)(adminContract.setPoster, { params: { id }, body })
    }
    const reply = await withFfmpeg.http.inject((await set('1.5')).video.posterUrl ?? '')
    const made = await sharp(reply.rawPayload).metadata()
    expect(made.format).toBe('webp')
    expect(made.width / made.height).toBeCloseTo(16 / 9, 1)
    expect(await refusal(set('60'))).toMatchObject({
      status: 400,
      errors: [{ path: 'atSeconds', message: 'The video is shorter than that.' }],
    })
    await withFfmpeg.close()
  })
})

describe('captions', () => {
  const good = 'WEBVTT\n\n00:00.000 --> 00:01.500\nOnce upon a time.\n'
  const set = (body: FormData | { language?: Language }) =>
    t.as(admin.token)(adminContract.setCaptions, { params: params(), body: body as FormData })

  it('are stored as WebVTT, and an empty form removes them', async () => {
    const srt = '1\r\n00:00:00,000 --> 00:00:01,500\r\n<i>Once</i> upon a time & 5 < 6.\r\n'
    const { message, video: changed } = await set(makeForm('captions', srt, 'x.php'))
    expect(message).toBe('Captions changed successfully!')
    const reply = await t.http.inject(changed.captionsUrl ?? '')
    const body = 'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOnce upon a time &amp; 5 &lt; 6.\n'
    expect(reply).toMatchObject({ statusCode: 200, body, headers: { 'content-type': 'text/vtt; charset=utf-8' } })
    const { video: cleared } = await set({})
    expect(cleared.captionsUrl).toBeNull()
    expect((await t.http.inject(changed.captionsUrl ?? '')).statusCode).toBe(404)
    expect(await listActions()).toEqual(['video.captions_changed', 'video.captions_changed'])
  })

  const inLanguage = (language: string, text: string) => {
    const form = makeForm('captions', good.replace('Once upon a time.', text), 'a.vtt')
    form.set('language', language)
    return set(form)
  }
  const readCaptions = async ({ captionsUrl, otherCaptions = [] }: adminContract.AdminVideo) => {
    const texts: Record<string, string> = {}
    const english = captionsUrl === null ? [] : [{ language: 'en', url: captionsUrl }]
    for (const { language, url } of [...english, ...otherCaptions])
      texts[language] = (await t.http.inject(url)).body.split('\n').at(-2) ?? ''
    return texts
  }

  it('exist once in each language; without a language they are English', async () => {
    await set(makeForm('captions', good, 'a.vtt'))
    await inLanguage('yo', 'Ní ìgbà kan.')
    const first = await inLanguage('ha', 'Wata rana.')
    expect(first.video.otherCaptions?.map(({ language }) => language)).toEqual(['ha', 'yo'])
    const files = await listStoredFiles(t)
    const second = await inLanguage('ha', 'Ga ta nan.')
    expect(await readCaptions(second.video)).toEqual({ en: 'Once upon a time.', ha: 'Ga ta nan.', yo: 'Ní ìgbà kan.' })
    await waitFor(async () => expect(await listStoredFiles(t)).toHaveLength(files.length))
    expect((await t.http.inject(first.video.otherCaptions?.[0]?.url ?? '')).statusCode).toBe(404)

    const withoutHausa = await set({ language: 'ha' })
    expect(await readCaptions(withoutHausa.video)).toEqual({ en: 'Once upon a time.', yo: 'Ní ìgbà kan.' })
    expect(await readCaptions((await set({})).video)).toEqual({ yo: 'Ní ìgbà kan.' })
    const none = (await set({ language: 'yo' })).video
    expect(none.captionsUrl).toBeNull()
    expect(none).not.toHaveProperty('otherCaptions')
    const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, video._id))
    expect(lines.map(({ details }) => details)).toEqual(
      expect.arrayContaining([
        { language: 'ha', removed: false },
        { language: 'ha', removed: true },
        { language: 'en', removed: true },
      ]),
    )
  })

  it('are refused in a language that there is not', async () => {
    const error = await expectRefusalWithoutWrites(() => inLanguage('fr', 'Il était une fois.'))
    expect(error).toMatchObject({ status: 400, errors: [{ path: 'language' }] })
  })

  it('of a server of an earlier release are English ones, and leave the other languages alone', async () => {
    await inLanguage('ig', 'Otu mgbe.')
    await set(makeForm('captions', good, 'a.vtt'))
    const [row] = await t.app.db.select().from(videos).where(eq(videos.id, video._id))
    await t.app.db.update(videos).set({ captions: null }).where(eq(videos.id, video._id))
    expect(await readCaptions((await inLanguage('ha', 'Wata rana.')).video)).toEqual({
      ha: 'Wata rana.',
      ig: 'Otu mgbe.',
    })
    await t.app.db.update(videos).set({ captions: row?.captions }).where(eq(videos.id, video._id))
    expect(await readCaptions((await set({ language: 'ha' })).video)).toEqual({
      en: 'Once upon a time.',
      ig: 'Otu mgbe.',
    })
  })

  it('in every language are removed with their video', async () => {
    const files = await listStoredFiles(t)
    const other = await makeStoredVideo(t)
    video = other
    await inLanguage('ha', 'Wata rana.')
    await t.as(admin.token)(adminContract.deleteVideo, { params: { id: other._id } })
    await waitFor(async () => expect(await listStoredFiles(t)).toEqual(files))
  })

  it('are recognised by their content', async () => {
    for (const bytes of ['Once upon a time.', `<script>${good}`]) {
      const error = await expectRefusalWithoutWrites(() => set(makeForm('captions', bytes, 'a.vtt')))
      expect(error.status).toBe(422)
      expect(error.message).toMatch(/^This looks like (a text|XML).* Please use \.vtt, \.srt, \.sbv, \.ass or \.ssa\.$/)
    }
    const faulty = makeForm('captions', good.replace('01.500', '01.5'), 'a.vtt')
    expect((await expectRefusalWithoutWrites(() => set(faulty))).message).toMatch(/^Line 3: we cannot read the times/)
  })

  it('are at most half a megabyte', async () => {
    const error = await expectRefusalWithoutWrites(() => set(makeForm('captions', good + 'x'.repeat(600_000), 'a.vtt')))
    expect(error.status).toBe(413)
  })

  it('of a premium video have a link only for students who paid', async () => {
    await set(makeForm('captions', good, 'a.vtt'))
    await inLanguage('ha', 'Wata rana.')
    const seen = async (token?: string) =>
      (await t.as(token)(contract.listVideos, {})).find(({ _id }) => _id === video._id)
    for (const token of [undefined, (await makeStudent(t)).token]) {
      const locked = await seen(token)
      expect(locked).toMatchObject({ isLocked: true, captionsUrl: null, posterUrl: null })
      expect(locked).not.toHaveProperty('otherCaptions')
    }
    const open = await seen((await makePaidStudent(t)).token)
    expect(open?.captionsUrl).toMatch(/^\/media\//)
    expect(open?.otherCaptions).toEqual([{ language: 'ha', url: expect.stringMatching(/^\/media\//) }])
  })

  it('in another language, of a free video that becomes premium, are closed to visitors', async () => {
    video = await makeStoredVideo(t)
    await inLanguage('ha', 'Wata rana.')
    const listed = (await t.as()(contract.listVideos, {})).find(({ _id }) => _id === video._id)
    const url = listed?.otherCaptions?.[0]?.url ?? ''
    expect((await t.http.inject(url)).statusCode).toBe(200)
    const body = { access: 'premium' as const }
    await t.as(admin.token)(adminContract.setVisibility, { params: params(), body })
    await waitFor(async () => expect((await t.http.inject(url)).statusCode).toBe(403))
  })
})
