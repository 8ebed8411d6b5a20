/** The verbs that names of operations begin with; a new one is added here, in its place. */
export const verbs = new Set(
  `accept activate add adjust allocate answer apply approve archive assign attach authorize begin
  block book bulk calculate cancel change charge check claim clear close collect compare complete
  confirm connect consolidate convert copy correct count create credit deactivate decide decline delete
  deny deregister detach disable disconnect dismiss dispute distribute download edit enable end
  enrol enroll enter evaluate exclude execute explain export extend fetch find finish follow
  forget forward freeze generate get give grant halt hold ignore import include initiate inspect
  install invalidate invite invoice issue join leave link list load lock log login logout mark
  match merge migrate move notify open order park pause pay perform ping place plan poll post
  preview print process propose publish purchase put query queue reactivate read reassign rebook
  recalculate receive recompute record recover refinance refresh refund refuse regenerate register reject
  release reload remind remove rename reopen repeat replace request requeue rerun resend reserve
  reset resolve restart restore resume retry return reverse review revoke rotate run save
  schedule search see select sell send set settle share sign simulate skip split start stop
  submit subscribe summarize suspend switch sync synchronize take terminate test toggle track
  transfer trigger unarchive unassign unblock undo unfreeze unhold unlink unlock unmark unpark
  unpause unplace unregister unsubscribe update upload upsert use validate verify view void
  withdraw withhold write`.split(/\s+/),
)
