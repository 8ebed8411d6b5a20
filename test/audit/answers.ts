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
