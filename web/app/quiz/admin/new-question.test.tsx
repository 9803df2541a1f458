// The form for adding questions one after another.
import { addQuestion, listQuestionsWithAnswers } from '@baobab/contract/quiz/admin.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { QuestionForm } from './question-form.tsx'
import { useNewQuestion } from './use-question-form.ts'

function NewQuestion() {
  const question = useNewQuestion({ videoTitle: 'The Lantern', ageCategory: '11-20' })
  return <QuestionForm question={question} label="Add New Trivia" submitLabel="Add Trivia" />
}

/** Opens the form on a server that accepts every question. Returns the added questions. */
function open() {
  const added: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    if (method === addQuestion.method && url.endsWith(addQuestion.path)) {
      added.push(JSON.parse(typeof body === 'string' ? body : '{}'))
      return Response.json({ message: 'Trivia added successfully!' }, { status: 201 })
    }
    const isList = url.startsWith(listQuestionsWithAnswers.path)
    return Response.json(isList ? { questions: [], askedCount: null, isFixed: false } : [])
  })
  storeAdminSession({ token: 'token', username: 'ada', role: 'content' }, false)
  const router = createMemoryRouter([{ path: '*', Component: NewQuestion }])
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return added
}

async function fill(user: User, question: string) {
  const fields = ['Question', 'Option 1', 'Option 2', 'Option 3', 'Option 4']
  for (const [index, text] of [question, 'Ada', 'Bola', 'Chidi', 'Dan'].entries()) {
    await user.click(screen.getByLabelText(fields[index] ?? ''))
    await user.paste(text)
  }
  await user.click(screen.getByRole('radio', { name: /option 2$/ }))
}

type User = ReturnType<typeof userEvent.setup>

it.each([
  { how: 'the button', submit: (user: User) => user.click(screen.getByRole('button', { name: 'Add Trivia' })) },
  { how: 'the Enter key', submit: (user: User) => user.type(screen.getByLabelText('Option 4'), '{Enter}') },
])('after adding a question by $how, the empty form shows no error and takes the next one', async ({ submit }) => {
  const added = open()
  const user = userEvent.setup()
  for (const [index, question] of ['Who was kind?', 'Who was brave?'].entries()) {
    await fill(user, question)
    await submit(user)
    await expect.poll(() => added.length).toBe(index + 1)
    await expect.poll(() => screen.getByLabelText('Question')).toHaveProperty('value', '')
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Question'))
    // Typing a key waits until any validation that the reset started has ended.
    await user.keyboard('W{Backspace}')
    expect(document.querySelectorAll('.err, [aria-invalid]')).toHaveLength(0)
  }
})
