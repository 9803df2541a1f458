import { addDays } from '@baobab/contract/kernel/days.ts'
import { describe, expect, test } from 'vitest'
import { listCategories, pointAt, computeChart, type Point } from './chart-shape.ts'

const points = (count: number, young: number, older: number): Point[] =>
  Array.from({ length: count }, (_, at) => ({
    day: addDays('2026-06-01', at),
    of: { '5-10': young, '11-20': older, none: 0 },
  }))

describe('a chart', () => {
  test('has bars while they are wide enough, then areas', () => {
    expect(computeChart(points(7, 1, 2), { width: 320, height: 220 }).isBars).toBe(true)
    expect(computeChart(points(30, 1, 2), { width: 320, height: 220 }).isBars).toBe(true)
    expect(computeChart(points(365, 1, 2), { width: 1000, height: 220 }).isBars).toBe(false)
  })

  test('stacks the categories', () => {
    const { layers, base } = computeChart(points(1, 10, 10), { width: 320, height: 220 })
    expect(layers.map(({ category }) => category)).toEqual(['5-10', '11-20'])
    const tops = layers.map(({ path }) => Number(/^M[\d.]+ ([\d.]+)/.exec(path)?.[1]))
    expect(base - (tops[1] ?? 0)).toBeCloseTo(2 * (base - (tops[0] ?? 0)), 0)
  })

  test('has whole numbers as ticks, and labels with enough room', () => {
    const few = computeChart(points(2, 1, 0), { width: 320, height: 220 })
    expect(few.ticks.map(({ value }) => value)).toEqual([0, 1])
    const many = computeChart(points(365, 5, 900), { width: 320, height: 220 })
    expect(many.labels.length).toBeLessThanOrEqual(4)
    expect(many.labels.at(-1)?.at).toBe(364)
  })

  test('leaves out a category without counts', () => {
    expect(listCategories(points(3, 0, 2))).toEqual(['11-20'])
    expect(listCategories(points(3, 0, 0))).toEqual([])
  })

  test('finds the day at a coordinate', () => {
    const plot = { left: 46, right: 346 }
    expect([0, 46, 95, 97, 345, 900].map((x) => pointAt(x, 6, plot))).toEqual([0, 0, 0, 1, 5, 5])
  })
})
