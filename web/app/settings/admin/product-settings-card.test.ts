import { describe, expect, it } from 'vitest'
import { toFormValues, toSettingsChange } from './product-settings-card.tsx'

const settings = {
  priceKobo: 100_000,
  supportEmail: null,
  supportPhone: '+2348012345678',
  supportWhatsApp: null,
  operatorName: 'The Baobab Trust',
  operatorAddress: null,
  prizeKobo: 10_000_000,
}

describe('the product settings form', () => {
  it('sends only the edited settings', () => {
    const values = toFormValues(settings)
    expect(toSettingsChange(values, settings)).toEqual({})
    expect(toSettingsChange({ ...values, priceKobo: '1,000.00' }, settings)).toEqual({})
    expect(
      toSettingsChange(
        { ...values, priceKobo: '1500', supportEmail: ' help@baobab.example ', supportPhone: ' ', prizeKobo: '' },
        settings,
      ),
    ).toEqual({ priceKobo: 150_000, supportEmail: 'help@baobab.example', supportPhone: null, prizeKobo: null })
    expect(toSettingsChange({ ...values, prizeKobo: '₦50,000', operatorName: '' }, settings)).toEqual({
      prizeKobo: 5_000_000,
      operatorName: null,
    })
    expect(toSettingsChange({ ...values, prizeKobo: 'a lot' }, settings)).toEqual({ prizeKobo: Number.NaN })
  })
})
