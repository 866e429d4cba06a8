import { expect } from '@jest/globals';
import { type Action, ask, made } from './scene.js';
import { pick } from './steps.js';

/** Invites that are tried: the newest, so that some still work. */
const TRIED_INVITES = 4;

const join: Action = async (scene) => {
  const { stage, actor, server } = scene;
  await ask(scene, 'POST', `/servers/${server.id}/join`, stage.model.join(actor.id, server));
};

const leave: Action = async (scene) => {
  const { stage, actor, server } = scene;
  await ask(scene, 'POST', `/servers/${server.id}/leave`, stage.model.leave(actor.id, server));
};

const kick: Action = async (scene) => {
  const { stage, actor, server, whom } = scene;
  const status = stage.model.kick(actor.id, server, whom.id);
  await ask(scene, 'DELETE', `/servers/${server.id}/members/${whom.id}`, status);
};

const setRole: Action = async (scene) => {
  const { stage, step, actor, server, whom } = scene;
  const role = step.what % 2 === 0 ? 'moderator' : 'member';
  const status = stage.model.setRole(actor.id, server, whom.id, role);
  await ask(scene, 'PATCH', `/servers/${server.id}/members/${whom.id}`, status, { role });
};

const handOver: Action = async (scene) => {
  const { stage, actor, server, whom } = scene;
  const status = stage.model.handOver(actor.id, server, whom.id);
  await ask(scene, 'POST', `/servers/${server.id}/owner`, status, { userId: whom.id });
};

const invite: Action = async (scene) => {
  const { stage, step, actor, server } = scene;
  const status = stage.model.asStaff(actor.id, server);
  const maxUses = step.what % 3 === 0 ? null : (step.what % 3) + 1;
  const answer = await ask(scene, 'POST', `/servers/${server.id}/invites`, made(status), { maxUses });
  if (status === 200) stage.model.addInvite(server, String(answer['code']), maxUses);
};

/** Comes in by an invite, of the server where there is one, or in vain, and looks at what the invite shows then. */
const accept: Action = async (scene) => {
  const { stage, step, actor, server } = scene;
  const { model } = stage;
  const here = model.invites.filter((one) => one.server === server);
  const tried = pick((here.length > 0 ? here : model.invites).slice(-TRIED_INVITES), step.what);
  if (!tried) return;
  await ask(scene, 'POST', `/invites/${tried.code}/accept`, model.accept(actor.id, tried));
  const preview = await stage.call(step.backend, 'GET', `/invites/${tried.code}`, actor);
  const { id, members } = tried.server;
  expect(preview).toMatchObject(
    model.works(tried)
      ? { status: 200, body: { server: { id, memberCount: members.size } } }
      : { status: 404 },
  );
};

const revoke: Action = async (scene) => {
  const { stage, step, actor } = scene;
  const revoked = pick(stage.model.invites, step.what);
  if (!revoked) return;
  await ask(scene, 'DELETE', `/invites/${revoked.code}`, stage.model.revoke(actor.id, revoked));
};

/** What is done with who is in a dimension, and what they may do. */
export const membershipActions = { join, leave, kick, setRole, handOver, invite, accept, revoke };
