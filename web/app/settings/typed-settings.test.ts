import { describe, expect, it } from 'vitest'
import { changesOf, koboOf, typedOf } from './typed-settings.ts'

const settings = { priceKobo: 100_000, supportEmail: null, supportPhone: '+2348012345678' }

describe('the product settings as they are typed', () => {
  it.each([
    ['1000', 100_000],
    ['₦1,500.50', 150_050],
    ['#2 000', 200_000],
    ['0.1', 10],
  ])('read %j as a price', (typed, kobo) => {
    expect(koboOf(typed)).toBe(kobo)
  })

  it.each(['', 'a lot', '1.000', '-5', '1e3', '10.555'])('take %j for no price', (typed) => {
    expect(koboOf(typed)).toBeNaN()
  })

  it('change nothing as they stand, and only what was typed anew', () => {
    const typed = typedOf(settings)
    expect(changesOf(typed, settings)).toEqual({})
    expect(changesOf({ ...typed, priceKobo: '1,000.00' }, settings)).toEqual({})
    expect(
      changesOf({ priceKobo: '1500', supportEmail: ' help@baobab.example ', supportPhone: ' ' }, settings),
    ).toEqual({
      priceKobo: 150_000,
      supportEmail: 'help@baobab.example',
      supportPhone: null,
    })
  })
})
