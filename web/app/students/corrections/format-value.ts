import type { CorrectedField } from '@baobab/contract/students/corrections.ts'
import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import { formatDate } from '../../ui/format.ts'
import { genderLabels } from '../text.ts'
import { text } from './text.ts'

/** Returns a stored value as the admin pages show it. */
export function formatValue(field: CorrectedField, value: string | null): string {
  if (value === null) return text.none
  if (field === 'birth') return formatDate(noonInLagos(value))
  if (field === 'gender' && (value === 'male' || value === 'female')) return genderLabels[value]
  return value
}
