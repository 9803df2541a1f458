// In a file of its own, because the picker loads more than the player needs.

export const QUALITY_PICKER_ID = 'data'

/** Scrolls to the quality picker and focuses the chosen quality. */
export function focusQualityPicker(): void {
  const group = document.getElementById(QUALITY_PICKER_ID)
  group?.scrollIntoView({ block: 'start' })
  group?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
}
