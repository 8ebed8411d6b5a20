import { join } from 'node:path'
import { readFacts } from './facts-file.ts'

/** Where our own database is, once there is one. */
export const databaseFolder = (dataFolder: string) => join(dataFolder, 'postgres')

/** What the first steps with a fresh installation need; the same facts are in `demo.json`. */
export interface Demonstration {
  tenantId: string
  clientId: string
  /** Whose labels, notes and to-dos there are to look at; an older demonstration has none. */
  debtorId?: string
  tokens: { system: string; client: string; none: string; other: string }
  users: { email: string; password: string; role: string }[]
}

/** Without the demonstration it is only where things are. */
export const readDemonstration = (file: string) => readFacts<Demonstration>(file)

export const demonstrationFile = (dataFolder: string) => join(dataFolder, 'demo.json')
