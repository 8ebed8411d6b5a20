import type { Rails } from './rails.ts'
import { simulator } from './simulator.ts'

/** The rails that are shipped, by the code of their provider. */
export const shippedRails: Rails = new Map([['SIMULATOR', simulator]])
