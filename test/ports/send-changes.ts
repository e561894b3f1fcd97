/** What each write does: a change of fields, and the states in which a send undergoes it; a time is told in minutes from now. */
export const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "claim, beside two workers": { answer: "busy" },
  "claim, all": {
    "new at=0min version=1": "deliveryLimits mailbox",
    "dueAt=-1min": "another intentOfAnother",
    "attempts=1 dueAt=7min leaseToken=token stage=claimed status=processing": "late overdue queued",
    answer: "[undefined,[[overdue,Hi],[queued,Hi],[late,Hi]]]",
  },
  "claim, two": {
    "new at=0min version=1": "deliveryLimits mailbox",
    "dueAt=-1min": "another intentOfAnother",
    "attempts=1 dueAt=7min leaseToken=token stage=claimed status=processing": "overdue queued",
    answer: "[undefined,[[overdue,Hi],[queued,Hi]]]",
  },
  "claim, within a cap": {
    "new at=0min headroom=83 maxDaily=100 version=1": "deliveryLimits mailbox",
    "dueAt=-1min": "another intentOfAnother",
    "attempts=1 dueAt=7min leaseToken=token stage=claimed status=processing": "late overdue queued",
    answer: "[undefined,[[overdue,Hi],[queued,Hi],[late,Hi]]]",
  },
  "claim, twice within a cap": {
    "new at=0min headroom=84 maxDaily=100 version=2": "deliveryLimits mailbox",
    "dueAt=-1min": "another claimed deferredClaimed deferredIntent intent intentOfAnother lateClaimed",
    "attempts=1 dueAt=7min leaseToken=token stage=claimed status=processing": "overdue queued",
    answer: "[undefined,[[overdue,Hi]],[[queued,Hi]]]",
  },
  "claim, up to a cap": {
    "new at=0min headroom=0 maxDaily=15 version=1": "deliveryLimits mailbox",
    "dueAt=-1min": "another intentOfAnother",
    "attempts=1 dueAt=7min leaseToken=token stage=claimed status=processing": "overdue",
    answer: "[undefined,[[overdue,Hi]]]",
  },
  "claim, over a cap": {
    "new at=0min heldFor=daily_limit heldUntil=1min version=1": "deliveryLimits mailbox",
    "dueAt=-1min": "another intentOfAnother",
    "status=queued": "overdue",
    answer: "[undefined,{limited:[overdue 1min]}]",
  },
  "claim, within a pace": {
    "new at=0min version=1": "deliveryLimits mailbox",
    "dueAt=-1min": "another intentOfAnother",
    "attempts=1 dueAt=7min leaseToken=token stage=claimed status=processing": "late overdue queued",
    answer: "[undefined,[[overdue,Hi],[queued,Hi],[late,Hi]]]",
  },
  "claim, over a pace": {
    "new at=0min heldFor=rate heldUntil=1min version=1": "deliveryLimits mailbox",
    "dueAt=-1min": "another intentOfAnother",
    "status=queued": "overdue",
    answer: "[undefined,{limited:[overdue 1min]}]",
  },
  "claim, held": {
    "new heldFor=rate heldUntil=10min": "deliveryLimits mailbox",
    "dueAt=-1min": "another intentOfAnother",
    answer: "[undefined,undefined,paused for 10min]",
  },
  "claim, held, to send nothing": {
    "new at=0min heldFor=rate heldUntil=10min version=1": "deliveryLimits mailbox",
    "dueAt=-1min": "another intentOfAnother",
    "attempts=1 dueAt=7min leaseToken=token stage=claimed status=processing": "late overdue queued",
    answer: "[undefined,undefined,[[overdue,Hi],[queued,Hi],[late,Hi]]]",
  },
  claimUnknown: { "dueAt=7min leaseToken=token": "unknown", answer: "[[unknown,Hi]]" },
  intend: { "countedAt=0min stage=intent": "claimed", answer: "[claimed,intent,deferredIntent]" },
  "intend, one refused": {
    "countedAt=0min refused=[{email:$x@y.test,reply:no}] stage=intent": "claimed",
    answer: "[claimed,intent,deferredIntent]",
  },
  "intend, one put off": {
    "countedAt=0min deferred=[{email:$z@y.test,reply:later}] stage=intent": "claimed",
    answer: "[claimed,intent,deferredIntent]",
  },
  succeed: {
    "-dueAt -leaseToken news=[send.sent] newsAt=0min sentAt=0min -stage status=sent": "diedFresh diedIntent intent intentOfAnother",
    "lastError= news=[send.sent] newsAt=0min sentAt=0min -stage status=sent": "gaveUp",
    "-dueAt news=[send.sent] newsAt=0min sentAt=0min -stage status=sent": "unknown unknownLater",
    answer:
      "[intent,intentOfAnother,diedIntent,diedFresh,unknown,unknownLater,sent,toFile,filing,deferred,deferredLater,deferredClaimed,deferredIntent,deferredDied,deferredDiedIntent,gaveUp]",
  },
  "succeed, another id": {
    "-dueAt -leaseToken news=[send.sent] newsAt=0min providerMessageId=<$new@x.test> sentAt=0min -stage status=sent":
      "diedFresh diedIntent intent intentOfAnother",
    "lastError= news=[send.sent] newsAt=0min providerMessageId=<$new@x.test> sentAt=0min -stage status=sent": "gaveUp",
    "-dueAt news=[send.sent] newsAt=0min providerMessageId=<$new@x.test> sentAt=0min -stage status=sent": "unknown unknownLater",
    answer:
      "[intent,intentOfAnother,diedIntent,diedFresh,unknown,unknownLater,sent,toFile,filing,deferred,deferredLater,deferredClaimed,deferredIntent,deferredDied,deferredDiedIntent,gaveUp]",
  },
  "succeed, a copy to file": {
    "copyAt=0min -dueAt -leaseToken news=[send.sent] newsAt=0min sentAt=0min -stage status=sent":
      "diedFresh diedIntent intent intentOfAnother",
    "copyAt=0min lastError= news=[send.sent] newsAt=0min sentAt=0min -stage status=sent": "gaveUp",
    "copyAt=0min -dueAt news=[send.sent] newsAt=0min sentAt=0min -stage status=sent": "unknown unknownLater",
    answer:
      "[intent,intentOfAnother,diedIntent,diedFresh,unknown,unknownLater,sent,toFile,filing,deferred,deferredLater,deferredClaimed,deferredIntent,deferredDied,deferredDiedIntent,gaveUp]",
  },
  "succeed, one put off": {
    "dueAt=5min -leaseToken news=[send.sent] newsAt=0min sentAt=0min -stage status=sent": "diedFresh diedIntent intent intentOfAnother",
    "dueAt=5min lastError= news=[send.sent] newsAt=0min sentAt=0min -stage status=sent": "gaveUp",
    "dueAt=5min news=[send.sent] newsAt=0min sentAt=0min -stage status=sent": "unknown unknownLater",
    answer:
      "[intent,intentOfAnother,diedIntent,diedFresh,unknown,unknownLater,sent,toFile,filing,deferred,deferredLater,deferredClaimed,deferredIntent,deferredDied,deferredDiedIntent,gaveUp]",
  },
  claimDeferred: { "attempts=4 dueAt=7min leaseToken=token stage=claimed": "deferred", answer: "[[deferred,Hi]]" },
  "claimDeferred, held": { "new heldFor=rate heldUntil=10min": "deliveryLimits mailbox", answer: "[]" },
  "claimDeferred, at the cap": {
    "new heldFor=daily_limit heldUntil=10min": "deliveryLimits mailbox",
    "attempts=4 dueAt=7min leaseToken=token stage=claimed": "deferred",
    answer: "[[deferred,Hi]]",
  },
  intendDeferred: { "-deferred refused=[{email:$x@y.test,reply:no}] stage=intent": "deferredClaimed", answer: "[deferredClaimed]" },
  "intendDeferred, one put off": {
    "deferred=[{email:$z@y.test,reply:later}] -refused stage=intent": "deferredClaimed",
    answer: "[deferredClaimed]",
  },
  "deferAgain, tried": {
    "deferred=[{email:$z@y.test,reply:later}] dueAt=5min -leaseToken refused=[{email:$x@y.test,reply:no}] -stage":
      "deferredClaimed deferredIntent",
  },
  "deferAgain, untried": {
    "attempts=2 deferred=[{email:$z@y.test,reply:later}] dueAt=5min -leaseToken -refused -stage": "deferredClaimed",
    "attempts=2 deferred=[{email:$z@y.test,reply:later}] dueAt=5min -leaseToken -stage": "deferredIntent",
  },
  settleDeferred: {
    "-deferred -dueAt -leaseToken news=[send.settled] newsAt=0min -refused -stage": "deferredClaimed",
    "-deferred -dueAt -leaseToken news=[send.settled] newsAt=0min -stage": "deferredIntent",
  },
  "settleDeferred, one refused": {
    "-deferred -dueAt -leaseToken news=[send.settled] newsAt=0min refused=[{email:$x@y.test,reply:no}] -stage":
      "deferredClaimed deferredIntent",
  },
  "requeue, untried": {
    "attempts=2 -deaths dueAt=5min -leaseToken -stage status=queued": "claimed",
    "attempts=2 -countedAt -deaths -deferred dueAt=5min -leaseToken -stage status=queued": "intent",
    "attempts=2 dueAt=5min -leaseToken -stage status=queued": "lateClaimed",
  },
  "requeue, tried": {
    "-deaths dueAt=5min lastError=$4xx -leaseToken -stage status=queued": "claimed",
    "-countedAt -deaths -deferred dueAt=5min lastError=$4xx -leaseToken -stage status=queued": "intent",
    "dueAt=5min lastError=$4xx -leaseToken -stage status=queued": "lateClaimed",
  },
  reschedule: {
    "attempts=2 -deaths dueAt=90min -leaseToken scheduledAt=90min -stage status=scheduled": "claimed",
    "attempts=2 dueAt=90min -leaseToken scheduledAt=90min -stage status=scheduled": "lateClaimed",
  },
  fail: {
    "-dueAt lastError=$550 -leaseToken news=[send.failed] newsAt=0min -stage status=failed": "claimed lateClaimed",
    "-countedAt -deferred -dueAt lastError=$550 -leaseToken news=[send.failed] newsAt=0min refused=[{email:grey@y.test,reply:450}] -stage status=failed":
      "intent",
  },
  "fail, unknown": {
    "-dueAt lastError=$? -leaseToken news=[send.failed] newsAt=0min refused=[{email:$x@y.test,reply:no}] status=failed":
      "claimed lateClaimed",
    "-deferred -dueAt lastError=$? -leaseToken news=[send.failed] newsAt=0min refused=[{email:$x@y.test,reply:no}] status=failed": "intent",
  },
  withdraw: { "cancelReason=replied -dueAt -leaseToken news=[send.cancelled] newsAt=0min -stage status=cancelled": "claimed lateClaimed" },
  markUnknown: { "dueAt=5min -leaseToken": "intent" },
  renew: { "dueAt=7min": "claimed deferredClaimed deferredIntent intent lateClaimed" },
  pause: { "new heldFor=retry heldUntil=5min": "deliveryLimits mailbox" },
  "pause, one way": { "dueAt=5min": "late overdue queued" },
  recover: {
    "-dueAt lastError=its worker stopped every time it had this email, at last alone -leaseToken news=[send.failed] newsAt=0min -stage status=failed":
      "deadly",
    "dueAt=0min -leaseToken -stage": "deferredDied deferredDiedIntent",
    "attempts=2 deaths=3 dueAt=-60min -leaseToken -stage status=queued": "died",
    "dueAt=5min -leaseToken": "diedFresh",
    "dueAt=0min -leaseToken": "diedIntent",
    "attempts=2 deaths=1 dueAt=-30min -leaseToken -stage status=queued": "diedScheduled",
    answer: "{woken:[deferredDied,deferredDiedIntent,died,diedFresh 5min,diedIntent -11min,diedScheduled],failed:[deadly],more:false}",
  },
  expire: {
    "-dueAt lastError=too late: it could not leave by the time it was given news=[send.failed] newsAt=0min status=failed": "late",
    answer: "{failed:[late -18min],more:false}",
  },
  cancelWaiting: {
    "-dueAt -leaseToken news=[send.cancelled] newsAt=0min -stage status=cancelled": "another claimed deadly died diedScheduled lateClaimed",
    "-deferred -dueAt news=[send.settled] newsAt=0min refused=[{email:grey@y.test,reply:450}]": "deferred",
    "-deferred -dueAt -leaseToken news=[send.settled] newsAt=0min refused=[{email:no@y.test,reply:550},{email:grey@y.test,reply:450}] -stage":
      "deferredClaimed",
    "-deferred -dueAt -leaseToken news=[send.settled] newsAt=0min refused=[{email:grey@y.test,reply:450}] -stage": "deferredDied",
    "-deferred -dueAt news=[send.settled] newsAt=0min refused=[{email:no@y.test,reply:550},{email:grey@y.test,reply:450}]": "deferredLater",
    "-dueAt news=[send.cancelled] newsAt=0min status=cancelled": "late overdue queued scheduled timed waits",
  },
  markUnknownAfterRestore: {
    "countedAt=0min dueAt=0min -leaseToken stage=intent": "deadly",
    "-deferred -dueAt news=[send.settled] newsAt=0min refused=[{email:grey@y.test,reply:450}]": "deferred",
    "-deferred -dueAt -leaseToken news=[send.settled] newsAt=0min refused=[{email:no@y.test,reply:550},{email:grey@y.test,reply:450}] -stage":
      "deferredClaimed",
    "-deferred -dueAt -leaseToken news=[send.settled] newsAt=0min refused=[{email:grey@y.test,reply:450}] -stage":
      "deferredDied deferredIntent",
    "-dueAt -leaseToken news=[send.settled] newsAt=0min -stage": "deferredDiedIntent",
    "-deferred -dueAt news=[send.settled] newsAt=0min refused=[{email:no@y.test,reply:550},{email:grey@y.test,reply:450}]": "deferredLater",
    "countedAt=0min dueAt=0min stage=intent status=processing": "late overdue queued",
    answer: "4",
  },
  cancel: {
    "-deferred -dueAt news=[send.settled] newsAt=0min refused=[{email:grey@y.test,reply:450}]": "deferred",
    "-deferred -dueAt -leaseToken news=[send.settled] newsAt=0min refused=[{email:no@y.test,reply:550},{email:grey@y.test,reply:450}] -stage":
      "deferredClaimed",
    "-deferred -dueAt -leaseToken news=[send.settled] newsAt=0min refused=[{email:grey@y.test,reply:450}] -stage": "deferredDied",
    "-deferred -dueAt news=[send.settled] newsAt=0min refused=[{email:no@y.test,reply:550},{email:grey@y.test,reply:450}]": "deferredLater",
    "-dueAt news=[send.cancelled] newsAt=0min status=cancelled": "late overdue queued scheduled timed waits",
    answer: "[queued,waits,scheduled,timed,overdue,late,deferred,deferredLater,deferredClaimed,deferredDied]",
  },
  "move, to a time": {
    "dueAt=90min scheduledAt=90min status=scheduled": "late queued waits",
    "dueAt=90min scheduledAt=90min": "overdue",
    "dueAt=90min -scheduledAfter scheduledAt=90min": "scheduled timed",
    answer: "[queued,waits,scheduled,timed,overdue,late]",
  },
  "move, to now": {
    "dueAt=0min sendBefore=99min": "late queued waits",
    "dueAt=0min -scheduledAt sendBefore=99min status=queued": "overdue",
    "dueAt=0min -scheduledAfter -scheduledAt sendBefore=99min status=queued": "scheduled timed",
    answer: "[queued,waits,scheduled,timed,overdue,late]",
  },
  "move, by the clocks of a place, into a window": {
    "dueAt=90min scheduledAt=90min sendAt={local:2026-12-01T09:00,timezone:UTC} status=scheduled window={days:[mon],from:09:00,to:17:00,timezone:UTC}":
      "late queued waits",
    "dueAt=90min scheduledAt=90min sendAt={local:2026-12-01T09:00,timezone:UTC} window={days:[mon],from:09:00,to:17:00,timezone:UTC}":
      "overdue",
    "dueAt=90min -scheduledAfter scheduledAt=90min sendAt={local:2026-12-01T09:00,timezone:UTC} window={days:[mon],from:09:00,to:17:00,timezone:UTC}":
      "scheduled timed",
    answer: "[queued,waits,scheduled,timed,overdue,late]",
  },
  "move, out of its window": {
    "dueAt=90min scheduledAfter=P1D scheduledAt=90min": "timed",
    "dueAt=90min scheduledAfter=P1D scheduledAt=90min status=scheduled": "waits",
  },
  "move, at its time": {
    "sendBefore=99min": "late overdue queued scheduled timed waits",
    answer: "[queued,waits,scheduled,timed,overdue,late]",
  },
  cancelMany: {
    "-deferred -dueAt news=[send.settled] newsAt=0min refused=[{email:grey@y.test,reply:450}]": "deferred",
    "-deferred -dueAt -leaseToken news=[send.settled] newsAt=0min refused=[{email:no@y.test,reply:550},{email:grey@y.test,reply:450}] -stage":
      "deferredClaimed",
    "-deferred -dueAt -leaseToken news=[send.settled] newsAt=0min refused=[{email:grey@y.test,reply:450}] -stage": "deferredDied",
    "-deferred -dueAt news=[send.settled] newsAt=0min refused=[{email:no@y.test,reply:550},{email:grey@y.test,reply:450}]": "deferredLater",
    "-dueAt news=[send.cancelled] newsAt=0min status=cancelled": "late overdue queued scheduled timed waits",
    answer:
      "{another:processing,cancelled:cancelled,claimed:processing,deadly:processing,deferred:sent,deferredClaimed:sent,deferredDied:sent,deferredDiedIntent:sent,deferredIntent:sent,deferredLater:sent,died:processing,diedFresh:processing,diedIntent:processing,diedScheduled:processing,failed:failed,filing:sent,gaveUp:failed,intent:processing,intentOfAnother:processing,late:cancelled,lateClaimed:processing,overdue:cancelled,queued:cancelled,scheduled:cancelled,sent:sent,timed:cancelled,toFile:sent,unknown:processing,unknownLater:processing,waits:cancelled}",
  },
  "cancelMany, by metadata": {
    "-dueAt news=[send.cancelled] newsAt=0min status=cancelled": "late overdue queued scheduled timed waits",
    answer: "{late:cancelled,overdue:cancelled,queued:cancelled,scheduled:cancelled,timed:cancelled,waits:cancelled}",
  },
  endFollowUps: {
    "cancelReason=original -dueAt -leaseToken news=[send.cancelled] newsAt=0min -stage status=cancelled":
      "another claimed deadly died diedScheduled lateClaimed",
    "cancelReason=original -dueAt news=[send.cancelled] newsAt=0min status=cancelled": "late overdue queued scheduled timed waits",
    answer:
      "[another 20min,claimed 20min,deadly -10min,died -10min,diedScheduled -10min,late -18min,lateClaimed 20min,overdue -22min,queued -20min,scheduled 20min,timed 25min,waits 20min]",
  },
  rescheduleFollowUps: { "dueAt=90min scheduledAt=90min": "scheduled" },
  makeFollowUpsDue: { "dueAt=0min": "late queued waits", answer: "[late ever,queued ever,waits ever]" },
  "copies.take": { "copyAt=5min copyToken=token": "toFile", answer: "[[toFile,Hi]]" },
  "copies.putBack": { "copyAt=-40min": "filing" },
  "copies.drop": { "-copyAt -copyToken": "filing", "-copyAt": "toFile" },
};
