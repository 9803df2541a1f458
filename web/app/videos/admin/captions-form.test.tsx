import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { languageNames, type Language } from '@baobab/contract/kernel/languages.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { CaptionsForm } from './captions-form.tsx'
import { text } from './text.ts'

const video = { _id: 'v1', title: 'Kindness', captionsUrl: null } as AdminVideo

function show(captionsUrl: string | null = null): void {
  storeAdminSession({ token: 'token', username: 'ada', role: 'owner' }, false)
  render(
    <QueryClientProvider client={queryClient}>
      <CaptionsForm video={{ ...video, captionsUrl }} />
    </QueryClientProvider>,
  )
}
const choose = (language: Language) =>
  fireEvent.change(screen.getByLabelText(text.captionsFile(languageNames[language])), {
    target: { files: [new File(['WEBVTT'], 'a.vtt')] },
  })

it('says that an upload has failed, even if another language was chosen since', async () => {
  const replies = new Map<string, (reply: Response) => void>()
  vi.stubGlobal('fetch', (_url: string, { body }: { body: FormData }) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const language = body.get('language')
    replies.set(typeof language === 'string' ? language : 'en', resolve)
    return promise
  })
  show()
  choose('ha')
  await expect.poll(() => replies.size).toBe(1)
  choose('yo')
  await expect.poll(() => replies.size).toBe(2)
  replies.get('yo')?.(Response.json({ message: 'Captions changed!', video }))
  replies.get('ha')?.(Response.json({ message: 'This file has no captions.', code: 'x' }, { status: 422 }))
  expect(await screen.findByText('This file has no captions.')).toBeDefined()
})

it('names no language for English captions, which servers of earlier releases refuse', async () => {
  const fields: string[][] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: FormData | string }) => {
    fields.push(typeof body === 'string' ? Object.keys(JSON.parse(body) as object) : [...body.keys()])
    return Response.json({ message: 'Captions changed!', video })
  })
  show('/media/t/captions/c.vtt')
  choose('en')
  await waitFor(() => expect(fields).toEqual([['captions']]))
  fireEvent.click(screen.getByRole('button', { name: text.removeCaptions(languageNames.en) }))
  await waitFor(() => expect(fields).toEqual([['captions'], []]))
})
