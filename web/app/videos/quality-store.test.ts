import { describe, expect, test } from 'vitest'
import { createQualityStore, qualityFor } from './quality-store.ts'

function phone({
  kept = null,
  prefersReducedData = false,
}: { kept?: string | null; prefersReducedData?: boolean } = {}) {
  const memory = { kept, prefersReducedData }
  const store = createQualityStore({
    read: () => memory.kept,
    keep: (quality) => (memory.kept = quality),
    wantsToSaveData: () => memory.prefersReducedData,
  })
  return { memory, store, quality: (videoId?: string) => qualityFor(store.read(), videoId) }
}

describe('the quality of this phone', () => {
  test('is Data saver until somebody chooses', () => {
    expect(phone().quality('a')).toBe('saver')
    expect(phone({ kept: 'nonsense' }).quality('a')).toBe('saver')
  })

  test('is remembered for every video', () => {
    const { store, memory, quality } = phone()
    store.choose('a', 'sharp')
    expect([quality('a'), quality('b'), quality(), memory.kept]).toEqual(['sharp', 'sharp', 'sharp', 'sharp'])
    expect(phone({ kept: 'sharp' }).quality('c')).toBe('sharp')
  })

  test('is for one video alone where it is not to be remembered; the others save data', () => {
    const { store, memory, quality } = phone({ kept: 'standard' })
    store.remember('a', false)
    expect([quality('a'), quality('b'), memory.kept]).toEqual(['standard', 'saver', null])
    store.choose('a', 'sharp')
    expect([quality('a'), quality('b'), memory.kept]).toEqual(['sharp', 'saver', null])
    store.remember('a', true)
    expect([quality('a'), quality('b'), memory.kept]).toEqual(['sharp', 'sharp', 'sharp'])
  })

  test('tells who listens, and nobody after', () => {
    const { store } = phone()
    let told = 0
    const stop = store.subscribe(() => told++)
    store.choose('a', 'sound')
    stop()
    store.choose('a', 'saver')
    expect(told).toBe(1)
  })
})

describe('a phone that asks to save data', () => {
  test('plays in Data saver, whatever was remembered, and says so', () => {
    const { store, memory, quality } = phone({ kept: 'sharp', prefersReducedData: true })
    expect([quality('a'), store.read().isSavingData, memory.kept]).toEqual(['saver', true, 'sharp'])
  })

  test('plays in what is chosen after that', () => {
    const { store, quality } = phone({ prefersReducedData: true })
    store.choose('a', 'standard')
    expect([quality('a'), store.read().isSavingData]).toEqual(['standard', false])
  })

  test('is heeded when it begins to ask while a page is open, and goes back when it ends', () => {
    const { store, memory, quality } = phone({ kept: 'sharp' })
    memory.prefersReducedData = true
    store.handleConnectionChange()
    expect(quality('a')).toBe('saver')
    memory.prefersReducedData = false
    store.handleConnectionChange()
    expect([quality('a'), store.read().isSavingData]).toEqual(['sharp', false])
  })

  test('a change of network alone takes back no choice', () => {
    const { store, quality } = phone({ prefersReducedData: true })
    store.choose('a', 'sharp')
    store.handleConnectionChange()
    expect(quality('a')).toBe('sharp')
  })
})
