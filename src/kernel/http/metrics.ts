import type { OperatorTenant } from '../../domain/access/principal.ts'
import { refuse } from '../../domain/refusal.ts'
import type { Measured } from '../../ports/process/measured.ts'
import type { App } from './app.ts'
import { callerOf, mayDecode } from './codec.ts'
import { onceAWhile } from './health.ts'
import type { Kernel } from './prepared.ts'
import { secure } from './respond.ts'

interface Sample {
  suffix?: string
  labels?: Readonly<Record<string, string>>
  value: number
}

/** A family of numbers, in the words of OpenMetrics. */
export interface Metric {
  name: string
  help: string
  type: 'gauge' | 'counter' | 'histogram'
  samples: readonly Sample[]
}

export type Measuring = () => Promise<readonly Metric[]>

/** Whoever asks more often is told the same again. */
const standsMs = 5_000

/** What a process measures; where strangers reach it, for the people of its operator alone. */
export function metrics(
  app: App,
  measure: Measuring,
  only?: { kernel: Kernel; operator: OperatorTenant },
): void {
  const look = onceAWhile(async () => textOf(await measure()), standsMs)
  app.get('/metrics', async ({ req, env }) => {
    if (only !== undefined) {
      const { kernel, operator } = only
      await mayDecode(kernel.gate, operator, await callerOf(kernel, req.raw, env))
    }
    const type = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
    const answer = new Response(await look(), { headers: { 'content-type': type } })
    secure(answer.headers)
    return answer
  })
  app.all('/metrics', () => refuse('METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD'] }))
}

export const gauge = (name: string, help: string, ...samples: Sample[]): Metric => ({
  name: `receivables_${name}`,
  help,
  type: 'gauge',
  samples,
})

export const counter = (name: string, help: string, ...samples: Sample[]): Metric => ({
  name: `receivables_${name}`,
  help,
  type: 'counter',
  samples: samples.map((sample) => ({ ...sample, suffix: '_total' })),
})

export function histogram(name: string, help: string, { upTo, read }: Measured): Metric {
  const { within, seconds, count } = read
  const buckets = [...within.map((value, at) => [upTo[at]!, value] as const), [Infinity, count]]
  const samples = [
    ...buckets.map(([most, value]) => ({
      suffix: '_bucket',
      labels: { le: numberText(most!, 1) },
      value: value!,
    })),
    { suffix: '_sum', value: seconds },
    { suffix: '_count', value: count },
  ]
  return { name: `receivables_${name}`, help, type: 'histogram', samples }
}

export function textOf(all: readonly Metric[]): string {
  const lines = all.flatMap(({ name, help, type, samples }) => [
    `# TYPE ${name} ${type}`,
    `# HELP ${name} ${escaped(help)}`,
    ...samples.map(
      ({ suffix = '', labels = {}, value }) =>
        `${name}${suffix}${labelsText(labels)} ${numberText(value)}`,
    ),
  ])
  return [...lines, '# EOF', ''].join('\n')
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const said = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return said.length === 0 ? '' : `{${said.join(',')}}`
}

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** Bounds are written with a point, so that one bound has one text. */
function numberText(value: number, places = 0): string {
  if (value === Infinity) return '+Inf'
  return Number.isInteger(value) ? value.toFixed(places) : String(value)
}
