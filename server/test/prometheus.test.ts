// Tests that the dashboard and the alerts in deploy/ are complete; prometheus.rest.test.ts tests them on a real Prometheus.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { alertSamples } from './alert-samples.ts'

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))
const alertsText = readFileSync(join(deploy, 'alerts.yaml'), 'utf8')
type Rule = { alert: string; expr: string; for?: string; labels: { severity: string } }
const rules = (parse(alertsText) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)

type Panel = { title: string; gridPos: { x: number; w: number }; targets?: { expr: string }[] }
const dashboard = JSON.parse(readFileSync(join(deploy, 'grafana-dashboard.json'), 'utf8')) as { panels: Panel[] }

/** Alerts that a busy machine, or one with a full disk, may trigger at any time. */

describe('the monitoring files', () => {
  it('every alert has samples, a severity, and a line in the operations page', () => {
    expect(rules.map(({ alert }) => alert).toSorted()).toEqual(Object.keys(alertSamples).toSorted())
    const page = readFileSync(join(deploy, '../docs/operations.md'), 'utf8')
    for (const { alert, labels } of rules) {
      expect(page).toContain(`| \`${alert}\``)
      expect(['page', 'ticket']).toContain(labels.severity)
    }
  })

  it('every panel of the dashboard has a title, a place and a query', () => {
    const panels = dashboard.panels.filter(({ targets }) => targets)
    expect(panels.length).toBeGreaterThan(25)
    for (const { title, gridPos } of panels) expect([title !== '', gridPos.x + gridPos.w <= 24]).toEqual([true, true])
  })
})
