import type { Attributes, Meter, ObservableGauge } from '@opentelemetry/api'

/** Sets a gauge during a collection. Undefined values are left out, because unknown is not zero. */
type SetGauge<Name extends string> = (name: Name, value: number | undefined, labels?: Attributes) => void

/**
 * Declares gauges that one function reads whenever metrics are collected.
 * @param names each gauge with its description
 */
export function observe<Name extends string>(
  meter: Meter,
  names: Readonly<Record<Name, string>>,
  read: (set: SetGauge<Name>) => void | Promise<void>,
): void {
  const gauges = new Map<string, ObservableGauge>(
    Object.entries<string>(names).map(([name, description]) => [
      name,
      meter.createObservableGauge(name, { description }),
    ]),
  )
  meter.addBatchObservableCallback(
    (result) =>
      read((name, value, labels) => {
        const gauge = gauges.get(name)
        if (gauge && value !== undefined && Number.isFinite(value)) result.observe(gauge, value, labels)
      }),
    [...gauges.values()],
  )
}
