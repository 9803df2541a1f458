// The page where an admin edits a question, and what happens there to pictures that were chosen but not sent.
import { editQuestion, listQuestionsWithAnswers, type Question } from '@baobab/contract/quiz/admin.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { adminPaths } from '../../admin-paths.ts'
import TriviaForm from './trivia-form.tsx'

const stored: Question = {
  _id: 'q1',
  question: 'Who was kind?',
  options: ['Ada', 'Bola', 'Chidi', 'Dan'],
  correctAnswer: 'Bola',
  alsoCorrect: null,
  explanation: null,
  momentSeconds: null,
  pictures: null,
  ageCategory: '11-20',
  videoTitle: 'The Lantern',
}

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${file instanceof File ? file.name : ''}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
})
/** Opens a question's page on a server that accepts every edit. */
async function open(changes: Partial<Question> = {}) {
  let question = { ...stored, ...changes }
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    if (method === editQuestion.method) {
      question = { ...question, ...(JSON.parse(typeof body === 'string' ? body : '{}') as Partial<Question>) }
      return Response.json({ message: 'Trivia updated successfully!', trivia: question })
    }
    const isList = url.startsWith(listQuestionsWithAnswers.path)
    return Response.json(isList ? { questions: [question], askedCount: null, isFixed: false } : [])
  })
  storeAdminSession({ token: 'token', username: 'ada', role: 'content' }, false)
  const address = adminPaths.triviaEdit('v1', '11-20', 'q1')
  const router = createMemoryRouter(
    [
      { path: address.split('?')[0] ?? '', Component: TriviaForm },
      { path: '*', element: <p>Another page</p> },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('form', { name: 'Edit Trivia' })
  return userEvent.setup()
}

type User = Awaited<ReturnType<typeof open>>

const chooseFor = (user: User, option: string) =>
  user.upload(screen.getByLabelText(`Picture for ${option}`), new File(['x'], `${option}.png`, { type: 'image/png' }))

/** Returns the address of the picture shown for an option. */
const pictureAt = (option: string) =>
  screen.getByLabelText(`Picture for ${option}`).closest('li')?.querySelector('img')?.getAttribute('src')

async function retype(user: User, label: string, value: string) {
  await user.clear(screen.getByLabelText(label))
  await user.type(screen.getByLabelText(label), value)
}

/** Whether the browser would ask before closing the tab. */
const asksBeforeClosing = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('saving changes leads back to the questions', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Another page')).toBeDefined()
})

it('saving the form stays on the page if chosen pictures are not saved, and leaving asks first', async () => {
  const user = await open()
  expect(asksBeforeClosing()).toBe(false)
  await chooseFor(user, 'Dan')
  expect(screen.getByText(/pictures that you chose are not saved yet/)).toBeDefined()
  expect(asksBeforeClosing()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  const heading = screen.getByRole('heading', { name: 'Pictures of the options (optional)' })
  await expect.poll(() => document.activeElement).toBe(heading)
  expect(pictureAt('Dan')).toBe('blob:Dan.png')
  await user.click(screen.getByRole('link', { name: 'Questions' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  expect(dialog.textContent).toContain('What you typed or chose here is not saved yet')
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('Another page')).toBeDefined()
})

it('chosen pictures follow the texts of their options', async () => {
  const user = await open()
  await chooseFor(user, 'Chidi')
  await retype(user, 'Option 3', 'Dan')
  await retype(user, 'Option 4', 'Chidi')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await expect.poll(() => screen.getAllByLabelText(/^Picture for/).at(-1)?.ariaLabel).toBe('Picture for Chidi')
  expect(pictureAt('Chidi')).toBe('blob:Chidi.png')
  expect(pictureAt('Dan')).toBeUndefined()
})

it('the form says that a new option removes the pictures, and that reordering does not', async () => {
  const user = await open({ pictures: ['/media/a', '/media/b', '/media/c', '/media/d'] })
  const warning = () => screen.queryByText(/If you save, the pictures are removed/)
  await retype(user, 'Option 1', 'Dan')
  await retype(user, 'Option 4', 'ADA ')
  expect(warning()).toBeNull()
  await retype(user, 'Option 4', 'Danladi')
  expect(warning()).not.toBeNull()
})

it('the form for a question without pictures has no warning', async () => {
  const user = await open()
  await retype(user, 'Option 4', 'Danladi')
  expect(screen.queryByText(/If you save, the pictures are removed/)).toBeNull()
})
