import { deleteOptionPictures, type Question } from '@baobab/contract/quiz/admin.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { OptionPictures, useOptionPictures } from './option-pictures.tsx'

const question: Question = {
  _id: 'q1',
  question: 'Who was kind?',
  options: ['Ada', 'Bola', 'Chidi', 'Dan'],
  correctAnswer: 'Bola',
  alsoCorrect: null,
  explanation: null,
  momentSeconds: null,
  pictures: ['/media/x/a.webp', '/media/x/b.webp', '/media/x/c.webp', '/media/x/d.webp'],
  ageCategory: '11-20',
  videoTitle: 'The Lantern',
}

function Card() {
  return <OptionPictures question={question} state={useOptionPictures(question)} />
}

function show() {
  const removals: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit = {}) => {
    if (method === deleteOptionPictures.method) removals.push(url)
    return Response.json({ message: 'The pictures have been removed.', trivia: { ...question, pictures: null } })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <Card />
    </QueryClientProvider>,
  )
  return { removals, user: userEvent.setup() }
}

it('the buttons for choosing pictures name their options', () => {
  show()
  for (const option of question.options)
    expect(screen.getByRole('button', { name: `Choose a picture for ${option}` })).toBeDefined()
})

it('pictures are removed only after confirmation, and the card’s heading gets the focus', async () => {
  const { removals, user } = show()
  await user.click(screen.getByRole('button', { name: 'Remove the pictures' }))
  expect(screen.getByRole('dialog', { name: 'Are you sure you want to remove these pictures?' })).toBeDefined()
  expect(removals).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove the pictures' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await expect.poll(() => removals).toEqual(['/admin/trivia/q1/pictures'])
  const heading = screen.getByRole('heading', { name: 'Pictures of the options (optional)' })
  await expect.poll(() => document.activeElement).toBe(heading)
  expect(screen.queryByRole('dialog')).toBeNull()
})
