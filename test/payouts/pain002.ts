export interface Said {
  id?: string
  status?: string
  reason?: string
  amount?: string
}

let reports = 0

const within = (name: string, text: string) => `<${name}>${text}</${name}>`

/** As a bank answers our pain.001. */
export function pain002(
  said: readonly Said[],
  more: { version?: string; part?: string; group?: string; of?: string; reason?: string } = {},
) {
  const { version = '03', part, group, of: message = 'M1', reason: whole } = more
  const why = (code: string) => `<Rsn><Cd>${code}</Cd></Rsn><AddtlInf>Closed</AddtlInf>`
  const amountOf = (text: string) => `<Amt><InstdAmt Ccy="SEK">${text}</InstdAmt></Amt>`
  const one = ({ id, status, reason, amount }: Said) => `<TxInfAndSts>
<OrgnlEndToEndId>${id}</OrgnlEndToEndId>${status === undefined ? '' : `<TxSts>${status}</TxSts>`}
${reason === undefined ? '' : within('StsRsnInf', why(reason))}
${amount === undefined ? '' : within('OrgnlTxRef', amountOf(amount))}
</TxInfAndSts>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<p:Document xmlns:p="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><p:CstmrPmtStsRpt>
<GrpHdr><MsgId>R${++reports}</MsgId><CreDtTm>2026-11-20T18:00:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId><OrgnlMsgNmId>pain.001</OrgnlMsgNmId>
${group === undefined ? '' : `<GrpSts>${group}</GrpSts>`}
${whole === undefined ? '' : within('StsRsnInf', why(whole))}</OrgnlGrpInfAndSts>
${
  said.length === 0 && part === undefined
    ? ''
    : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${message}</OrgnlPmtInfId>
${part === undefined ? '' : within('PmtInfSts', part)}
${said.map(one).join('\n')}</OrgnlPmtInfAndSts>`
}
</p:CstmrPmtStsRpt></p:Document>`
}
