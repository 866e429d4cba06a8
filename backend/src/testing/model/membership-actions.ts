import { expect } from '@jest/globals';
import { type Action, callAsActor, createdStatus } from './step-context.js';
import { pick } from './steps.js';

/** Picks among the newest invites, so that some are still usable. */
const NEWEST_INVITES = 4;

const join: Action = async (context) => {
  const { fixture, actor, server } = context;
  await callAsActor(context, 'POST', `/servers/${server.id}/join`, fixture.model.join(actor.id, server));
};

const leave: Action = async (context) => {
  const { fixture, actor, server } = context;
  await callAsActor(context, 'POST', `/servers/${server.id}/leave`, fixture.model.leave(actor.id, server));
};

const kick: Action = async (context) => {
  const { fixture, actor, server, target } = context;
  const status = fixture.model.kick(actor.id, server, target.id);
  await callAsActor(context, 'DELETE', `/servers/${server.id}/members/${target.id}`, status);
};

const liftBan: Action = async (context) => {
  const { fixture, actor, server, target } = context;
  const status = fixture.model.liftBan(actor.id, server, target.id);
  await callAsActor(context, 'DELETE', `/servers/${server.id}/bans/${target.id}`, status);
};

const setRole: Action = async (context) => {
  const { fixture, step, actor, server, target } = context;
  const role = step.itemIndex % 2 === 0 ? 'moderator' : 'member';
  const status = fixture.model.setRole(actor.id, server, target.id, role);
  await callAsActor(context, 'PATCH', `/servers/${server.id}/members/${target.id}`, status, { role });
};

const transferOwnership: Action = async (context) => {
  const { fixture, actor, server, target } = context;
  const status = fixture.model.transferOwnership(actor.id, server, target.id);
  await callAsActor(context, 'POST', `/servers/${server.id}/owner`, status, { userId: target.id });
};

const invite: Action = async (context) => {
  const { fixture, step, actor, server } = context;
  const status = fixture.model.staffStatus(actor.id, server);
  const maxUses = step.itemIndex % 3 === 0 ? null : (step.itemIndex % 3) + 1;
  const answer = await callAsActor(context, 'POST', `/servers/${server.id}/invites`, createdStatus(status), {
    maxUses,
  });
  if (status === 200) fixture.model.addInvite(actor.id, server, String(answer['code']), maxUses);
};

const accept: Action = async (context) => {
  const { fixture, step, actor, server } = context;
  const { model } = fixture;
  const ofServer = model.invites.filter((candidate) => candidate.server === server);
  const picked = pick(
    (ofServer.length > 0 ? ofServer : model.invites).slice(-NEWEST_INVITES),
    step.itemIndex,
  );
  if (!picked) return;
  await callAsActor(context, 'POST', `/invites/${picked.code}/accept`, model.acceptInvite(actor.id, picked));
  const preview = await fixture.callApi(step.backend, 'GET', `/invites/${picked.code}`, actor);
  const { id, members } = picked.server;
  expect(preview).toMatchObject(
    model.isUsable(picked)
      ? { status: 200, body: { server: { id, memberCount: members.size } } }
      : { status: 404 },
  );
};

const revoke: Action = async (context) => {
  const { fixture, step, actor } = context;
  const revoked = pick(fixture.model.invites, step.itemIndex);
  if (!revoked) return;
  await callAsActor(
    context,
    'DELETE',
    `/invites/${revoked.code}`,
    fixture.model.revokeInvite(actor.id, revoked),
  );
};

export const membershipActions = {
  join,
  leave,
  kick,
  liftBan,
  setRole,
  transferOwnership,
  invite,
  accept,
  revoke,
};
