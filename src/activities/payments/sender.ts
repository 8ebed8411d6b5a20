import { isBound } from '../../domain/access/scope.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A client's people who have this right do not see who paid what nobody has placed yet. */
export const isSenderHidden = ({ scope, principal }: Unit): boolean =>
  isBound(scope) && principal.has('ShowRestrictedSenderInformationForClients')
