import { families } from '../entities/events.ts'
import { rightNames, type Right } from './rights.ts'

const known = new Set<string>(rightNames)
const isRight = (name: string): name is Right => known.has(name)

/** By which right, any one of them, one receives a family of events, as its table says it. */
export const familyRights: Readonly<Record<string, readonly Right[]>> = Object.fromEntries(
  [...families].map(([type, { rights }]) => {
    const unknown = rights.filter((name) => !isRight(name))
    if (unknown.length > 0) throw new Error(`${type} is received by no right named ${unknown[0]}`)
    return [type, rights.filter(isRight)]
  }),
)
