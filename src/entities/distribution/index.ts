import { ReasonCode } from '../reason-code.ts'
import { Document } from '../document.ts'

export const distribution = [ReasonCode, Document] as const
