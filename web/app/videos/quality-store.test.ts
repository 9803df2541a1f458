import { describe, expect, test } from 'vitest'
import { createQualityStore, qualityFor } from './quality.ts'

function createPhone({
  saved = null,
  prefersReducedData = false,
}: { saved?: string | null; prefersReducedData?: boolean } = {}) {
  const memory = { saved, prefersReducedData }
  const store = createQualityStore({
    read: () => memory.saved,
    save: (quality) => (memory.saved = quality),
    prefersReducedData: () => memory.prefersReducedData,
  })
  return { memory, store, quality: (videoId?: string) => qualityFor(store.read(), videoId) }
}

describe('the quality of this phone', () => {
  test('is Data saver until the user chooses', () => {
    expect(createPhone().quality('a')).toBe('saver')
    expect(createPhone({ saved: 'nonsense' }).quality('a')).toBe('saver')
  })

  test('is remembered for every video', () => {
    const { store, memory, quality } = createPhone()
    store.choose('a', 'sharp')
    expect([quality('a'), quality('b'), quality(), memory.saved]).toEqual(['sharp', 'sharp', 'sharp', 'sharp'])
    expect(createPhone({ saved: 'sharp' }).quality('c')).toBe('sharp')
  })

  test('applies to one video alone if it is not to be remembered; the others play in Data saver', () => {
    const { store, memory, quality } = createPhone({ saved: 'standard' })
    store.remember('a', false)
    expect([quality('a'), quality('b'), memory.saved]).toEqual(['standard', 'saver', null])
    store.choose('a', 'sharp')
    expect([quality('a'), quality('b'), memory.saved]).toEqual(['sharp', 'saver', null])
    store.remember('a', true)
    expect([quality('a'), quality('b'), memory.saved]).toEqual(['sharp', 'sharp', 'sharp'])
  })

  test('notifies subscribers until they unsubscribe', () => {
    const { store } = createPhone()
    let calls = 0
    const stop = store.subscribe(() => calls++)
    store.choose('a', 'sound')
    stop()
    store.choose('a', 'saver')
    expect(calls).toBe(1)
  })
})

describe('a phone that is set to save data', () => {
  test('plays in Data saver, whatever was remembered', () => {
    const { store, memory, quality } = createPhone({ saved: 'sharp', prefersReducedData: true })
    expect([quality('a'), store.read().isSavingData, memory.saved]).toEqual(['saver', true, 'sharp'])
  })

  test('plays in the quality chosen after that', () => {
    const { store, quality } = createPhone({ prefersReducedData: true })
    store.choose('a', 'standard')
    expect([quality('a'), store.read().isSavingData]).toEqual(['standard', false])
  })

  test('is followed when the setting changes while a page is open', () => {
    const { store, memory, quality } = createPhone({ saved: 'sharp' })
    memory.prefersReducedData = true
    store.handleConnectionChange()
    expect(quality('a')).toBe('saver')
    memory.prefersReducedData = false
    store.handleConnectionChange()
    expect([quality('a'), store.read().isSavingData]).toEqual(['sharp', false])
  })

  test('keeps a choice when only the network changes', () => {
    const { store, quality } = createPhone({ prefersReducedData: true })
    store.choose('a', 'sharp')
    store.handleConnectionChange()
    expect(quality('a')).toBe('sharp')
  })
})
