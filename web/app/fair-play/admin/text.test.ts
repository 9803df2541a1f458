import { expect, it } from 'vitest'
import { factLabels } from './text.ts'

const label = (seconds: number, role: 'source' | 'user') => factLabels['secondsAfterLook']?.(seconds, role)

it('says who saw the answers, on both students’ pages', () => {
  expect(label(7, 'user')).toBe('this student started 7 s after the other had seen the answers')
  expect(label(7, 'source')).toBe('the other started 7 s after this student had seen the answers')
  expect(label(-3, 'user')).toBe('the other saw the answers 3 s after this student had started')
  expect(label(-3, 'source')).toBe('this student saw the answers 3 s after the other had started')
})
