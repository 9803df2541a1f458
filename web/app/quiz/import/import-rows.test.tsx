import type { ImportPreview, RowPreview } from '@baobab/contract/quiz/question-import.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Rows } from './import-rows.tsx'
import type { QuestionImportState } from './use-question-import.ts'

const row: RowPreview = {
  sheet: null,
  row: 2,
  outcome: 'bad',
  videoTitle: 'Anasi',
  ageCategory: '11-20',
  question: 'How much?',
  options: ['1-Feb', '1-Mar', 'a', 'b'],
  correctAnswer: 'x',
  explanation: '',
  moment: '',
  problems: [
    { column: 'videoTitle', reason: 'No video.', suggestions: ['Anansi', 'Anasa', 'Ana'] },
    { column: 'option1', reason: 'A date?', suggestions: ['1/2', '2/1', '1-Feb'] },
    { column: 'option2', reason: 'A date?', suggestions: ['1/3', '3/1', '1-Mar'] },
  ],
  readings: [],
}

it('a tap takes a suggested title, and a fraction also fills the other cells that were changed', async () => {
  const correct = vi.fn<QuestionImportState['correct']>().mockResolvedValue(undefined)
  const preview = { rows: [row], added: 0, updated: 0, skipped: 0, bad: 1 } as unknown as ImportPreview
  render(<Rows preview={preview} busy={undefined} correct={correct} />)
  for (const name of ['Anansi', '2/1', /^Correct this row/]) fireEvent.click(screen.getByRole('button', { name }))
  await vi.waitFor(() =>
    expect(correct).toHaveBeenCalledWith(row, { videoTitle: 'Anansi', option1: '2/1', option2: '3/1' }),
  )
})
