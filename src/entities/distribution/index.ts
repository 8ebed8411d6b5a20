import { ReasonCode } from '../reason-code.ts'
import { Document } from '../document.ts'
import { Snapshot } from '../snapshot.ts'

export const distribution = [ReasonCode, Document, Snapshot] as const
