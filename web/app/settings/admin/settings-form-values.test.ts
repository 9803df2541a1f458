import { describe, expect, it } from 'vitest'
import { toSettingsChange, parseNaira, toFormValues } from './settings-form-values.ts'

const settings = { priceKobo: 100_000, supportEmail: null, supportPhone: '+2348012345678' }

describe('the product settings as they are typed', () => {
  it.each([
    ['1000', 100_000],
    ['₦1,500.50', 150_050],
    ['#2 000', 200_000],
    ['0.1', 10],
  ])('read %j as a price', (typed, kobo) => {
    expect(parseNaira(typed)).toBe(kobo)
  })

  it.each(['', 'a lot', '1.000', '-5', '1e3', '10.555'])('take %j for no price', (typed) => {
    expect(parseNaira(typed)).toBeNaN()
  })

  it('change nothing as they stand, and only what was typed anew', () => {
    const typed = toFormValues(settings)
    expect(toSettingsChange(typed, settings)).toEqual({})
    expect(toSettingsChange({ ...typed, priceKobo: '1,000.00' }, settings)).toEqual({})
    expect(
      toSettingsChange({ priceKobo: '1500', supportEmail: ' help@baobab.example ', supportPhone: ' ' }, settings),
    ).toEqual({
      priceKobo: 150_000,
      supportEmail: 'help@baobab.example',
      supportPhone: null,
    })
  })
})
