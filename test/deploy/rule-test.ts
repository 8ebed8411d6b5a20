import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { runProgram } from '../../src/embedded/run-program.ts'

export interface Rule {
  alert: string
  expr: string
  for?: string
  labels: Record<string, string>
  annotations: { summary: string; remedy: string }
}

const file = resolve('deploy/alerts.yaml')

export function alertRules(): Rule[] {
  const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

/** What was scraped before the condition, while it lasted, and after it. */
export interface Looks {
  before: string
  during: string
  after: string
}

/** Every 30 s Prometheus scrapes, and goes by its rules. */
const stepMs = 30_000
const minute = 60_000 / stepMs
const before = 30 * minute
const longer = 5 * minute
const after = 20 * minute

const units = { s: 1_000, m: 60_000, h: 3_600_000 } as const

function stepsOf(duration = '0s'): number {
  const [, count, unit] = /^(\d+)([smh])$/.exec(duration) ?? []
  if (unit === undefined) throw new Error(`${duration} is no duration`)
  return (Number(count) * units[unit as keyof typeof units]) / stepMs
}

/** That it is silent before, and until it lasts for long enough; fires then; and ends. */
export async function fires(program: string, rule: Rule, labels: object, looks: Looks) {
  const lasting = stepsOf(rule.for) + longer
  const fired = [{ exp_labels: { ...rule.labels, ...labels }, exp_annotations: rule.annotations }]
  const tooSoon = before + stepsOf(rule.for) - (rule.for === undefined ? 1 : minute)
  const at = (step: number, expected: object[]) => ({
    eval_time: `${(step * stepMs) / 1_000}s`,
    alertname: rule.alert,
    exp_alerts: expected,
  })
  await tried(program, {
    interval: `${stepMs / 1_000}s`,
    input_series: seriesOf(looks, lasting, namesIn(rule.expr)),
    alert_rule_test: [
      at(before - 1, []),
      at(tooSoon, []),
      at(before + stepsOf(rule.for) + minute, fired),
      at(before + lasting + after - 1, []),
    ],
  })
}

/** That none of them fires in hours in which nothing is amiss. */
export async function silent(program: string, rules: readonly Rule[], text: string) {
  const looks = { before: text, during: text, after: text }
  const hours = 3 * 60 * minute
  await tried(program, {
    interval: `${stepMs / 1_000}s`,
    input_series: seriesOf(looks, hours),
    alert_rule_test: rules.map(({ alert: alertname }) => ({
      eval_time: '170m',
      alertname,
      exp_alerts: [],
    })),
  })
}

/** Those of these queries that find nothing in what was scraped, by a rule for each that fires then. */
export async function unanswered(
  program: string,
  queries: readonly string[],
  text: string,
): Promise<string[]> {
  const looks = { before: text, during: text, after: text }
  const found: string[] = []
  for (const query of queries) {
    const rules = [{ alert: 'Unanswered', expr: `absent(${query})` }]
    const given = {
      interval: `${stepMs / 1_000}s`,
      input_series: seriesOf(looks, longer),
      alert_rule_test: [{ eval_time: '10m', alertname: 'Unanswered', exp_alerts: [] }],
    }
    await tried(program, given, rules).catch(() => found.push(query))
  }
  return found
}

export const namesIn = (expr: string): string[] => expr.match(/receivables_[a-z_]+/g) ?? []

async function tried(program: string, test: object, own?: readonly object[]): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'receivables-rules-'))
  const path = join(dir, 'test.yaml')
  const ruled = own === undefined ? file : join(dir, 'rules.yaml')
  if (own !== undefined) {
    writeFileSync(ruled, JSON.stringify({ groups: [{ name: 'own', rules: own }] }))
  }
  // What is JSON is YAML.
  const all = { rule_files: [ruled], evaluation_interval: `${stepMs / 1_000}s`, tests: [test] }
  writeFileSync(path, JSON.stringify(all))
  try {
    await runProgram(program, ['test', 'rules', path])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Each line of a scrape by its series, and whether it only ever grows. */
function samplesOf(text: string): Map<string, { value: number; grows: boolean }> {
  const growing = new Set(
    [...text.matchAll(/^# TYPE (\S+) (?:counter|histogram)$/gm)].map(([, name]) => name),
  )
  const lines = [...text.matchAll(/^([a-z_]+)(\{.*\})? (\S+)$/gm)]
  return new Map(
    lines.map(([, name = '', labels = '', value]) => {
      const family = name.replace(/_(?:total|bucket|sum|count)$/, '')
      return [name + labels, { value: Number(value), grows: growing.has(family) }]
    }),
  )
}

/**
 * The same is found at each scrape as long as it lasts. What only grows was counted from nothing,
 * so it grows by as much with each.
 */
function seriesOf(looks: Looks, lasting: number, names?: readonly string[]) {
  const found = [looks.before, looks.during, looks.after].map(samplesOf)
  const counts = [before, lasting, after]
  const all = new Set(found.flatMap((samples) => [...samples.keys()]))
  const wanted = [...all].filter((series) => names?.includes(nameOf(series)) ?? true)
  return wanted.map((series) => {
    const grows = found.some((samples) => samples.get(series)?.grows)
    const values = found.map((samples) => samples.get(series)?.value)
    return { series, values: grows ? growth(values, counts) : standing(values, counts) }
  })
}

const nameOf = (series: string) => series.replace(/\{.*$/, '')

function standing(values: readonly (number | undefined)[], counts: readonly number[]): string {
  const texts = values.map((value, n) => {
    const count = counts[n]!
    if (value !== undefined) return `${value}x${count - 1}`
    return n === 0 || values[n - 1] === undefined ? `_x${count}` : `stale _x${count - 1}`
  })
  return texts.join(' ')
}

function growth(values: readonly (number | undefined)[], counts: readonly number[]): string {
  let reached = 0
  const texts = values.map((value = 0, n) => {
    const count = counts[n]!
    const text = `${reached + value}+${value}x${count - 1}`
    reached += value * count
    return text
  })
  return texts.join(' ')
}
