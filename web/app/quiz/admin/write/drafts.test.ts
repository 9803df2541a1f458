import { describe, expect, it } from 'vitest'
import { phoneStorage } from '../../../browser/storage.ts'
import { emptyQuestion } from '../use-question-form.ts'
import { readDrafts, reduceDrafts, storeDrafts, storeSaved, storeSavedFor, toDraft, type Draft } from './drafts.ts'
import { addHeader } from './pasted-list.ts'
import { text } from './text.ts'

const quiz = { videoId: 'video', ageCategory: '5-10' as const }
const typed = (question: string): Draft => toDraft({ ...emptyQuestion(), question })

describe('drafts', () => {
  it('are added at the end, in place of empty ones', () => {
    const [first, second, empty] = [typed('One?'), typed('Two?'), toDraft(emptyQuestion())]
    const drafts = reduceDrafts([first, empty], { kind: 'added', drafts: [second] })
    expect(drafts).toEqual([first, second])
    expect(reduceDrafts(drafts, { kind: 'removed', key: first.key })).toEqual([second])
  })

  it('show why they are not saved until they are typed again', () => {
    const [draft, other] = [typed('One?'), typed('Two?')]
    const saving = reduceDrafts([draft, other], { kind: 'saving', key: draft.key })
    expect(saving.map(({ state }) => state)).toEqual(['saving', 'typing'])
    const refused = reduceDrafts(saving, { kind: 'refused', key: draft.key, problem: 'No.', isUnsure: true })
    expect(refused[0]).toMatchObject({ state: 'typing', problem: 'No.', isUnsure: true })
    const again = reduceDrafts(refused, { kind: 'typed', key: draft.key, values: other.values })
    expect(again[0]).toMatchObject({ problem: undefined, isUnsure: false, values: other.values })
  })

  it('are stored for each quiz, with the categories that have them already', () => {
    const [half] = reduceDrafts([typed('One?')], { kind: 'saved-for', key: '', ageCategory: '5-10' })
    const draft: Draft = { ...typed('Two?'), savedFor: ['5-10'] }
    storeDrafts(quiz, [...(half ? [half] : []), draft, toDraft(emptyQuestion())])
    expect(readDrafts(quiz).map(({ values, savedFor }) => [values.question, savedFor])).toEqual([
      ['One?', []],
      ['Two?', ['5-10']],
    ])
    expect(readDrafts({ ...quiz, ageCategory: '11-20' })).toEqual([])
    storeDrafts(quiz, [])
    expect(phoneStorage.length).toBe(0)
  })

  it('are saved for good, even if the page was left meanwhile', () => {
    const [first, second] = [typed('One?'), typed('Two?')]
    storeDrafts(quiz, [first, second])
    storeSavedFor(quiz, first.key, '11-20')
    storeSaved(quiz, second)
    expect(readDrafts(quiz).map(({ key, savedFor }) => [key, savedFor])).toEqual([[first.key, ['11-20']]])
    storeSaved(quiz, first)
    expect(readDrafts(quiz)).toEqual([])
  })

  describe('of two tabs', () => {
    const change = (draft: Draft, question: string): Draft => ({ ...draft, values: { ...draft.values, question } })
    const merge = (base: Draft[], mine: Draft[], theirs: Draft[]) =>
      reduceDrafts(mine, { kind: 'merged', base, theirs }).map(({ values }) => values.question)
    const [one, two, three] = [typed('One?'), typed('Two?'), typed('Three?')]

    it('are both kept, each change where it was made', () => {
      expect(merge([one], [one, two], [one, three])).toEqual(['One?', 'Two?', 'Three?'])
      expect(merge([one, two], [change(one, 'Mine?'), two], [one, change(two, 'Theirs?')])).toEqual([
        'Mine?',
        'Theirs?',
      ])
      expect(merge([one, two], [two], [one, two])).toEqual(['Two?'])
      expect(merge([one, two], [one, two], [two])).toEqual(['Two?'])
    })

    it('stay in both versions if both changed the same one, and say so', () => {
      const merged = reduceDrafts([change(one, 'Mine?')], {
        kind: 'merged',
        base: [one],
        theirs: [change(one, 'Theirs?')],
      })
      expect(merged.map(({ values, problem }) => [values.question, problem])).toEqual([
        ['Mine?', text.changedInOtherTab],
        ['Theirs?', text.changedInOtherTab],
      ])
      expect(new Set(merged.map(({ key }) => key)).size).toBe(2)
    })

    it('are not lost by discarding in one what the other has changed', () => {
      expect(merge([one], [], [change(one, 'Theirs?')])).toEqual(['Theirs?'])
      expect(merge([one], [change(one, 'Mine?')], [])).toEqual(['Mine?'])
    })

    it('are not lost by typing in one what the other is saving', () => {
      const edited = { ...change(one, 'Edited?'), savedFor: ['5-10' as const] }
      storeDrafts(quiz, [edited, two])
      storeSaved(quiz, one)
      expect(readDrafts(quiz)).toMatchObject([{ key: one.key, values: edited.values, savedFor: [] }, { key: two.key }])
      const saving = [{ ...edited, state: 'saving' as const }, two]
      const saved = reduceDrafts(saving, { kind: 'saved', key: one.key, values: one.values })
      expect(saved).toMatchObject([{ key: one.key, values: edited.values, savedFor: [], state: 'typing' }, two])
      expect(reduceDrafts(saved, { kind: 'saved', key: one.key, values: edited.values })).toEqual([two])
    })

    it('have different keys after each conflict', () => {
      const [first, second] = [change(one, 'Theirs?'), change(one, 'Theirs again?')]
      const mine = reduceDrafts([change(one, 'Mine?')], { kind: 'merged', base: [one], theirs: [first] })
      const merged = reduceDrafts(mine, { kind: 'merged', base: [first], theirs: [second] })
      expect(merged.map(({ values }) => values.question)).toEqual(['Mine?', 'Theirs again?', 'Theirs?'])
      expect(new Set(merged.map(({ key }) => key)).size).toBe(3)
    })

    it('leave alone what was just started', () => {
      const empty = toDraft(emptyQuestion())
      expect(merge([one], [one, empty], [one, two])).toEqual(['One?', '', 'Two?'])
    })
  })

  it('are none if what is stored cannot be read', () => {
    phoneStorage.setItem('quiz-drafts video 5-10', '[{"values":{"question":1}}]')
    expect(readDrafts(quiz)).toEqual([])
    phoneStorage.setItem('quiz-drafts video 5-10', 'not JSON')
    expect(readDrafts(quiz)).toEqual([])
  })
})

describe('a pasted list', () => {
  it('gets the names of the columns above rows that have all six', () => {
    const row = 'Who?\ta\tb\tc\td\tb'
    expect(addHeader(`\n${row}`)).toBe(`Question\tOption 1\tOption 2\tOption 3\tOption 4\tCorrect answer\n${row}`)
    expect(addHeader('Who?;a;b;c;d;b')).toMatch(/^Question;Option 1;/)
    expect(addHeader('Who?\nA. a\nB. b\nANSWER: A')).toBeUndefined()
    expect(addHeader('')).toBeUndefined()
  })
})
