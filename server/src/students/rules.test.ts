import { ageAt, ageCategoryAt, lagosDate } from '@baobab/contract/accounts/rules.ts'
import { StudentSelection } from '@baobab/contract/students/endpoints.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ages, birthsOn, latestBirth, chooseOrder, listAges, readSearch } from './rules.ts'

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((at) => lagosDate(at))
const noon = (date: string) => new Date(`${date}T11:00:00Z`)

describe('dates of birth', () => {
  it('the latest birth date for an age is the last one that has reached it, including leap days', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 40 }), (today, age) => {
        const latest = latestBirth(age, today)
        const next = lagosDate(new Date(noon(latest).getTime() + 86_400_000))
        expect(ageAt(latest, noon(today))).toBeGreaterThanOrEqual(age)
        expect(ageAt(next, noon(today))).toBeLessThan(age)
      }),
      {
        examples: [
          ['2028-02-29', 5],
          ['2027-03-01', 11],
          ['2027-02-28', 11],
        ],
      },
    )
  })

  it('each belongs to one age group, which matches its category', () => {
    fc.assert(
      fc.property(day, day, (birth, today) => {
        const births = birthsOn(today)
        const of = ages.filter((age) => {
          const { after, upTo } = births[age]
          return (after === undefined || birth > after) && (upTo === undefined || birth <= upTo)
        })
        expect(of).toHaveLength(1)
        const category = ageCategoryAt(birth, noon(today))
        expect(of[0] === '5-10' || of[0] === '11-20' ? of[0] : null).toBe(category)
      }),
    )
  })
})

describe('a search', () => {
  it('matches inside a username from three letters on, its beginning before', () => {
    expect(readSearch('')).toEqual({ kind: 'none' })
    expect(readSearch(' A ')).toEqual({ kind: 'beginning', from: 'a', to: 'b' })
    expect(readSearch('az')).toEqual({ kind: 'beginning', from: 'az', to: 'a{' })
    expect(readSearch('A_b')).toEqual({ kind: 'inside', parts: [{ letters: 'a_b', pattern: '%axb%' }] })
  })

  it('finds texts with signs, and no student if it is too short for a trigram', () => {
    expect(readSearch("St. Mary's")).toEqual({
      kind: 'inside',
      parts: [{ letters: "st. mary's", pattern: '%stxxmaryxs%' }],
    })
    expect(readSearch('50%ada')).toMatchObject({ parts: [{ pattern: String.raw`%50\%ada%` }] })
    for (const text of ['%', "'", 'ж', '\\', '%%%%']) expect(readSearch(text)).toEqual({ kind: 'nobody' })
  })

  it('finds a phone number without the country code, and as it was typed', () => {
    const local = { letters: '8035550199', pattern: '%8035550199%' }
    for (const text of ['08035550199', '0803 555 0199', '+234 803 555-0199', '2348035550199'])
      expect(readSearch(text)).toMatchObject({ parts: [{ letters: text }, local] })
    expect(readSearch('1234')).toEqual({ kind: 'inside', parts: [{ letters: '1234', pattern: '%1234%' }] })
  })
})

describe('a search', () => {
  it.each(['a!', '!a', 'ж'])('for %s, which is too short to match inside, matches nobody', (text) => {
    expect(readSearch(text)).toEqual({ kind: 'nobody' })
  })

  it('looks for a number only if the whole text is one of five digits or more', () => {
    const find = (text: string) => {
      const search = readSearch(text)
      return search.kind === 'inside' ? search.parts.map(({ letters }) => letters) : []
    }
    expect(find('080123')).toEqual(['080123', '80123'])
    expect(find('08012')).toEqual(['08012'])
    expect(find('80234567')).toEqual(['80234567'])
    expect(find('ada0801234')).toEqual(['ada0801234'])
    expect(find('0801234ada')).toEqual(['0801234ada'])
  })
})

it('a category filter selects its age group, or those without a category', () => {
  expect([listAges(undefined), listAges('none'), listAges('5-10'), listAges('11-20')]).toEqual([
    ages,
    ['above', 'below'],
    ['5-10'],
    ['11-20'],
  ])
})

it('an order is the chosen one, otherwise the default of the filter', () => {
  const of = (selection: object) => chooseOrder(StudentSelection.parse(selection))
  expect(of({})).toEqual({ sort: 'joined', isDescending: true })
  expect(of({ filter: 'name-a-z' })).toEqual({ sort: 'username', isDescending: false })
  expect(of({ filter: 'top-10' })).toEqual({ sort: 'score', isDescending: true })
  expect(of({ filter: 'top-10', sort: 'school' })).toEqual({ sort: 'school', isDescending: false })
  expect(of({ sort: 'score', direction: 'asc' })).toEqual({ sort: 'score', isDescending: false })
})
