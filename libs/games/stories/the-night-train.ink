// The Night Train: a train that is not on the board, with a ticket that nobody has written yet.
// `stage` counts the stretches between stops, `free` the time in each, and `late` the minutes by which
// the train is behind the night. Each ending is named by the tag `ending`.

VAR stage = 1
VAR free = 2
VAR late = 0
VAR kindness = 0
VAR lantern = false
VAR apple = false
VAR letter = false
VAR letter_read = false
VAR knows_name = false

-> platform

=== platform ===
The last train has gone. It says so on the board, and then the board goes dark, and the man who swept the platform hangs up his broom and wishes you a good night.
At twenty to midnight another train comes in. It is not on the board. It is dark green, and lit inside like a row of kitchens, and it stops so gently that the puddles do not notice.
+ [Get on.] -> aboard
+ [Ask the driver where it goes.] -> driver_window
+ [Wait on the bench, and see who gets off.] -> bench

=== driver_window ===
The driver leans out on her elbow. She has a pencil behind each ear. “Where does it go?” she says, as if it were a good question, and one that had not come up. “Where it’s due. We’re generally a little behind.”
“Behind what?” you ask, and she points upward with a pencil, at the night.
+ [Get on.] -> aboard
+ [Go home. It is late.] -> end_not_tonight

=== bench ===
One person gets off: an old woman with a suitcase and one shoe. She sits down beside you to put on the other.
“Slept the whole way,” she says, pleased. “Went right past it, forty years running. You’ll want this.” She gives you a ticket. It is thick and cream-coloured, and there is nothing on it at all.
~ kindness += 1
+ [Thank her, and get on.] -> aboard
+ [Give it back, and go home.] -> end_not_tonight

=== aboard ===
The door closes behind you with the sound of a good box. The train begins to move, or the town does.
In the compartment there is a place for each of you, and on each seat a cream-coloured ticket, blank on both sides.
* [Look at the ticket against the lamp.] -> watermark
+ [Keep it, and go out into the corridor.] -> corridor

= watermark
Held to the lamp, the paper has a watermark: a small house, with one window left out of the grey so that the light comes through.
You cannot make out whose house it is. But you know which window.
-> corridor

=== corridor ===
{ free <= 0: -> approach }
{ stage:
- 1: The corridor is long and warm, and smells of coal and oranges. Outside, fields go by with their lights off.
- 2: The corridor sways. There is sand on the carpet now, in a line, as if something had been dragged along it with care.
- else: The corridor is cold at its far end, where a window will not close. The stars outside do not move at all.
}
* [Find the conductor.] -> conductor
* [Look into the dining car.] -> dining
* [Look into the mail van.] -> mail_van
* [Walk back to the observation car.] -> observation
* [Sit down with the child in the next compartment.] -> child
* [Go forward to the engine.] -> engine
* [Lie down for a little.] -> sleeper
+ [Sit by the window until the next stop.] -> approach

=== conductor ===
~ free -= 1
The conductor is a tall person in a long coat, with a punch on a chain. She holds your ticket by its edges, looks at both blank sides, and clips a neat hole in it: the shape of a star.
“That says that you are on the train,” she explains. “It doesn’t say where you get off. That part you fill in.”
* [“With what?”] -> pencil
* [“What happens if we never fill it in?”] -> never

= pencil
“Anything that writes. The ink isn’t the difficult part.” She considers you. “People put down where they are expected. Now and then somebody puts down where they want to go. It is a different column, but we only have the one.”
-> corridor

= never
“Then you ride,” she says. “It isn’t a bad life. You get to know the bends.” She touches her cap, where there is a badge, and on the badge a name worn down to three strokes.
* * [Ask what the name was.]
  “Ilse,” she says after a moment. “Thank you. Nobody has needed it for a while.”
  ~ knows_name = true
  ~ kindness += 1
  -> corridor
+ + [Thank her, and go on.]
  -> corridor

=== dining ===
~ free -= 1
In the dining car a waiter is laying forty places, though there are four people in it. He lays them anyway, each fork straight. “One never knows at Low Water,” he says.
He brings a menu on which everything has been crossed out except soup.
* [Order the soup.] -> soup
* [Help him lay the tables.] -> forks

= soup
It is the soup from a kitchen that you have not thought of in years. You could say what was on the wall there, and who was humming, and what the tune was not quite.
You eat it slowly. At the bottom of the plate is painted a small house.
-> corridor

= forks
You lay forks with him to the end of the car. When you have finished he looks along the forty places with his head on one side, and moves one knife by the width of a hair.
“There,” he says. “Now they can come.” He gives you an apple for your trouble, red, with a leaf on it.
~ apple = true
~ kindness += 1
-> corridor

=== mail_van ===
~ free -= 1
The mail van is all pigeonholes. A sorter in grey gloves is filling them without looking. “Undelivered,” she says. “Moved, or died, or lost their nerve at the box. It all comes through here. We do what we can.”
Her hand stops. She looks at an envelope, and at you, and at the envelope.
* [“Is that for us?”] -> for_us
* [Leave her to her work.] -> corridor

= for_us
“It’s addressed to whoever asks,” she says, and gives it to you. It weighs very little. The stamp is from a country that has since changed its name.
~ letter = true
* * [Open it.] -> open_letter
+ + [Put it away for later.] -> corridor

=== open_letter ===
~ letter_read = true
It is one line, in a hand you know as you know a step on the stairs.
“I left the window lit. I did not want you to think that it meant you had to come.”
{ stage < 4: -> corridor }
-> last_stretch

=== observation ===
~ free -= 1
The last car is all glass. Behind the train the rails run together, and where they meet there is a glow, as of a town, though you have not passed a town.
A man with a notebook is writing down what goes by: pole, pole, gate, hare, pole. “Somebody should,” he says.
* [Read what he wrote before you came.] -> notebook
* [Watch with him for a while.] -> watching

= notebook
You turn back the pages. Pole, gate, river, orchard, observatory, sea. Then again: pole, gate, river. He has filled nine hundred pages, and between any sea and the next there are the same three stops.
“It goes around,” you say. “Oh yes,” says the man. “But I never see the same hare.”
-> corridor

= watching
You watch. After some time you see what he sees, which is that nothing passes twice, and that the glow at the end of the rails keeps exactly its distance, like somebody walking you home.
~ kindness += 1
-> corridor

=== child ===
~ free -= 1
The child is about seven, and travels alone, with a label tied to a button. The label says: TO BE CALLED FOR. A lantern stands between the child’s feet.
“I’m not frightened,” the child says. “It’s the lantern that’s frightened. It has to be held.”
* [Hold the lantern.] -> hold_lantern
* [Ask who is going to call.] -> who_calls

= hold_lantern
You hold it. The flame, which had been fluttering, settles down and becomes quite round. The child is asleep in a minute, against your sleeve.
When you get up you try to leave the lantern behind, but the sleeping hand pushes it after you. It is yours for now.
~ lantern = true
~ kindness += 1
-> corridor

= who_calls
“They’ll be at the orchard,” says the child. “If the train isn’t too late. If it’s late they go in for breakfast, and then they can’t hear it.”
You think about that for some time.
-> corridor

=== engine ===
~ free -= 1
The driver makes room for you on a box. The fire door stands open, and what is burning in there is not coal. It looks like paper: timetables, whole stations of them.
“We run until sunrise,” she says. “It comes along behind us, and we keep in front. By {late > 0:rather less than I should like|about so much}.” She holds her hands apart, to show you.
* [Help with the fire.] -> stoke
* [Ask what happens if the sun catches up.] -> sun_asks

= stoke
You feed it the winter timetable, and the summer one, and all the Sundays. The needle climbs, and the poles outside go by like a stick along a fence.
“That’s a minute in hand,” says the driver. “Don’t spend it all at once.”
~ late -= 1
-> corridor

= sun_asks
“Then it’s morning,” she says. “Nothing wrong with that. Only you’d be wherever you were.” She shuts the fire door with her foot. “Most people are.”
-> corridor

=== sleeper ===
~ free -= 1
The bunk is made up with sheets as stiff as envelopes. You lie down for a little. The wheels say a word over and over, and you nearly have it.
* [Let yourself sleep.] -> dream
+ [Get up again. You might miss it.] -> corridor

= dream
You dream of a station with your name on its sign. On the platform stand people with their backs to you, looking at the clock. You knock on the window of the train. They all look at their watches.
When you wake the train is slowing, and your ticket is warm from your hand.
~ free = 0
-> corridor

=== approach ===
The train leans into a curve and begins to slow.
{ stage:
- 1: -> low_water
- 2: -> orchard
- else: -> observatory
}

=== low_water ===
“Low Water,” calls the conductor. “Low Water, five minutes.” The platform is a bank of shells. There is no sea, only the place for one: miles of ribbed sand, shining, and far out the sound of something that has only stepped away.
A crowd stands there in dripping coats, forty of them, very patient. They have no tickets.
+ [Help them up the step.] -> forty
+ [Get off, and walk out on the sand.] -> sand
+ [Stay in your seat.] -> leave_low_water

=== forty ===
~ kindness += 1
~ late += 1
They are cold to the touch, and thank you each in turn. It takes longer than five minutes. The conductor looks at her watch, and then puts it into her pocket, face inward.
“{knows_name:Ilse is too kind|You are too kind}, the waiter will say,” says the last of them, and laughs, and squeezes a little water from his cuff. “We only want soup.”
-> leave_low_water

=== sand ===
You walk until the train is a string of beads. The sand keeps your footprints for a moment and then thinks better of it.
Out here stands a door in its frame, with a letter box. Through the slot you hear the sea, breathing in.
* { letter } [Post the letter.] -> post_letter
+ [Run back. The five minutes must be over.] -> run_back
+ [Wait for the tide.] -> end_low_water

= post_letter
{ letter_read:
You know what it says, and it seems to you that somebody else might need it more.
- else:
You never learned what it says. It is a fine feeling, all the same, to let a letter go.
}
~ letter = false
~ kindness += 1
From the other side of the door, distinctly, comes the sound of an envelope being opened.
-> run_back

= run_back
~ late += 1
You run. The train is already moving, but it moves as a person does who pretends to leave, and the door of the last car stands open.
-> leave_low_water

=== leave_low_water ===
~ stage = 2
~ free = 2
{ forty: Forty people are singing in the dining car, not loudly. The train is heavier now, and steadier.}
{ not forty: Behind you, the crowd on the platform lifts its hands, without reproach. It grows small, and the sand closes over the light. }
-> corridor

=== orchard ===
“Orchard Halt,” calls the conductor. {late >= 1:She calls it softly, as one does when people may be asleep.|She calls it gladly.}
Trees stand right up to the rails. Between them somebody has hung lamps, and under the lamps stands a long table with a white cloth. {late >= 1:It has been cleared. The lamps are burning low.|People are sitting at it, and turn around.}
* { child } [Wake the child, and help with the label.] -> label
* { not child } [A child is asleep in the next compartment, alone. Knock on the glass.] -> label
+ [Get off, and go up to the table.] -> table
+ [Stay aboard.] -> leave_orchard

=== label ===
{ late >= 1:
The child looks out at the cleared table, the low lamps, the closed door of the house. “They’ve gone in,” the child says, quite calm. “They won’t hear.”
+ { lantern } [Stand in the door, and swing the lantern.] -> swing
+ [Ask the engine to whistle.] -> whistle
+ [“You can ride on with us.”] -> ride_on
- else:
A woman is already running along the train, looking into each window. When she comes to yours she does not say anything. She reads the label, unties it from the button, and puts it into her own pocket.
~ kindness += 1
“Called for,” says the conductor, and makes a mark in her book.
-> leave_orchard
}

= swing
You swing it, high and slow. For the space of a breath nothing happens. Then, in the house, a window lights up, then the stairs, then the door, all along the way that a person would run.
~ kindness += 2
“Called for,” says the conductor, and makes a mark in her book.
-> leave_orchard

= whistle
~ late += 1
The whistle goes up through the orchard, and apples come down. In the house somebody opens a shutter and says a word you cannot hear. It is a name. The child is off the train before it has ended.
~ kindness += 1
-> leave_orchard

= ride_on
The child thinks it over. “Until it comes around again,” the child says. “It does come around.” And moves over, to make room for you.
-> leave_orchard

=== table ===
{ late >= 1:
Nobody is there. On the cloth they have left one plate, one glass and one apple, as people do who have given up on someone without wishing to say so.
- else:
They make room on the bench, and go on with what they were saying. It is about pruning. You have never been so interested. A plate appears before you, and in a bowl there are apples, red, each with a leaf.
}
* { not apple } [Take an apple for the journey.]
  ~ apple = true
  -> leave_table
* { apple } [Lay your own apple into the bowl.]
  ~ apple = false
  ~ kindness += 1
  -> leave_table
+ [Sit down, and stay.] -> end_orchard

= leave_table
The whistle blows. You go back through the wet grass with your shoes in your hand.
-> leave_orchard

=== leave_orchard ===
~ stage = 3
~ free = 2
The lamps go by, faster, then in a line, then they are a single lamp, and then they are a thing you are remembering.
-> corridor

=== observatory ===
“Observatory,” calls the conductor. The train has climbed all night, and here it stands above the weather. There is a dome with a slit of dark in it, and nothing else at all up here, except the stars, which have come much closer and are not making a point of it.
An astronomer is waiting on the platform with a blanket around her shoulders. “I have the glass for ten minutes more,” she says. “After that it gets light. Does anybody want to look?”
+ [Look through the telescope.] -> telescope
+ { lantern } [Offer her the lantern.] -> her_log
+ [Stay in the warm.] -> last_stretch

=== telescope ===
~ late += 1
You put your eye to it. At first you see only your own lashes. Then there is a dark field, and in the middle of it, quite still, one small yellow light.
“What star is that?” you ask. “It isn’t,” she says. “I thought so too, for years. It’s a window.”
{ letter_read: You find that you do not need to ask whose. }
* [Ask her how far it is.] -> how_far
* [Give up your place to the next person.] -> last_stretch

= how_far
“By this train? One stop,” she says. “But it isn’t on the line. One of you would have to write it down.”
-> last_stretch

=== her_log ===
~ kindness += 1
~ lantern = false
She cannot write and shield a match at once, she says; the last hour of every night has gone unrecorded since she came here. You hold the lantern while she fills in the page, and then you find that you have left it with her.
“Stay, if you like,” she says. “There are a great many pages.”
+ [Stay, and keep the log with her.] -> end_observatory
+ [Wish her clear skies, and run for the train.] -> last_stretch

=== last_stretch ===
~ stage = 4
The train tips over the ridge and starts down. Behind it, along the edge of the world, there is a line of grey. {late >= 2:It is very near.|It keeps its distance, for now.}
The conductor comes along the corridor, opening every door. “Tickets, please,” she says. “Last stop but one. Tickets, with a place on them.”
* { letter && not letter_read } [Open the letter first.] -> open_letter
+ [Show her your ticket.] -> tickets
+ [Pull the emergency cord.] -> cord
+ [Slip away along the roof to the engine.] -> roof

=== tickets ===
{ not conductor: She clips it first: a star. “You might have come sooner,” she says. }
She waits, with her punch open. Blank side up, the ticket is very white.
* { lantern || apple } [Offer her something instead of an answer.] -> offer
+ { letter_read || telescope } [Write: the house with the lit window.] -> write_home
+ [Write: the sea.] -> write_sea
+ [Write nothing, and ride on.] -> write_nothing
+ { knows_name } [Write her name.] -> write_ilse
+ { observation } [Write: around again.] -> end_around

=== offer ===
{ apple:
You give her the apple. She turns it to find the leaf. “Orchard Halt,” she says. “I have called it every night, and never once got down.” She eats it on the spot, all of it, and the core goes into her pocket.
~ apple = false
- else:
You give her the lantern. She holds it up and looks down the corridor, as if it were somewhat longer than she had been told.
~ lantern = false
}
~ kindness += 1
“That is not a destination,” she says. “But I shall give you a minute more.”
-> tickets

=== write_home ===
You write it down. The words look odd, and then they look as if they had been there always, and the paper had grown around them.
{
- late >= 2:
“It’s a fair way,” says the conductor, and looks at the grey line. “You may not have the night for it.”
+ [“Then go as far as there is night.”] -> end_part_way
+ { kindness >= 3 } [Ask the passengers to help with the fire.] -> everybody_stokes
- else:
“Ah,” says the conductor. She closes the punch over the place, and the hole that it leaves is the shape of a window.
+ [Go to the door, and wait.] -> end_window
}

=== everybody_stokes ===
They come, all of them: the waiter with his menus, the sorter with sacks of the never-to-be-delivered, {forty:forty people in damp coats who know a song for it, }the man with the notebook. He tears out the first page himself. “I have seen that pole,” he says.
The fire takes it all. The grey line falls back, a hand’s breadth, two.
+ [Go to the door, and wait.] -> end_window
+ [Stay at the fire with them.] -> end_crew

=== write_sea ===
“Low Water, or High?” asks the conductor. You had not known that there was a choice. “It is one place,” she says. “But it matters when you come.”
+ [“High.”] -> end_high_water
+ [“Low. There was a door.”] -> end_low_water

=== write_nothing ===
She nods, and does not punch. “There is a coat,” she says, “if you are staying. It was made for somebody about your size. It generally was.”
+ [Put on the coat.] -> end_conductor
+ [Sit down in it, and sleep.] -> end_asleep
+ { kindness >= 5 } [“And who rides home, if we take the round?”] -> relieve

=== relieve ===
She begins to say that nobody does. Then she looks at her hand, which has already taken the cap from her head.
“I had one, you know,” she says. “A ticket. I put it somewhere safe.” She feels along the lining of the coat, and there it is, cream-coloured, with a star and one word on it, in a child’s writing.
+ [Hold the door for her.] -> end_relieved

=== write_ilse ===
You write four letters. She reads them upside down, and then turns the ticket and reads them again.
“That isn’t a place,” she says.
“It is where we should like to be of use,” you say, {kindness >= 4:and find that it is true|and hear how it sounds}.
+ { kindness >= 4 } [Offer to take her round.] -> relieve
+ [Give her the ticket to keep.] -> end_kept_ticket

=== cord ===
You pull it. There is no screech. The train simply stops, as a person stops who has been waiting to be asked.
Outside there is a field with a gate, and a hare sitting up in it. The grey line comes over the hedge, and turns pink, and goes by you.
+ [Get down, and walk.] -> end_field
+ [Apologise, and let it go on.] -> late_on

= late_on
~ late += 3
“No harm,” says the driver, down the tube. “Only that’s the night used up.”
-> tickets

=== roof ===
The wind up there has no temperature. You go along on hands and knees, over the dining car, over the mail, with all those stars exactly where you left them.
From the tender you can see ahead. The rails stop a little way before the lamps do. They are being laid down as you come, out of nothing, a sleeper at a time.
+ [Tell the driver.] -> rails
+ [Go back, and show your ticket.] -> tickets

= rails
“I know,” she says. “I try not to look.” She takes a pencil from behind one ear, and offers it to you. “You might steer for a bit. You only have to think of somewhere, and not change your mind on the points.”
+ [Think of home.] -> end_window
+ [Think of nowhere, and draw a long curve.] -> end_driver
+ [Give back the pencil.] -> tickets

=== end_not_tonight ===
You walk home through the middle of the street, because there is nobody to mind. Behind you it pulls out, with that sound of a good box closing.
The next night you are at the station at twenty to midnight, only to see. There are puddles on the platform. They are perfectly still. # ending: Not tonight
-> END

=== end_low_water ===
It comes in without waves, the way light comes into a room. First the ribs of the sand have a shine to them, then a depth.
The door in its frame floats upright. You open it. On the other side there is a sea as well, but it is morning there, and somebody has drawn up a boat. # ending: Low Water
-> END

=== end_high_water ===
The train runs out along the sea wall, with spray on both its windows, and lets you down where the wall ends. The tide stands brimming and has nowhere further to go.
You take off your shoes. You have never in your life arrived anywhere so exactly in time. # ending: High Water
-> END

=== end_orchard ===
You hear the train go, up the valley, changing its note twice. Somebody passes you the bread.
In the morning they show you a tree that wants looking after. It is not much of a tree, they say. But then, it was planted on the night you were first expected. # ending: Orchard Halt
-> END

=== end_observatory ===
She takes the odd hours and you take the even. You write down what there is: clear, clear, high cloud, clear. One small yellow light, west of south, steady.
Once in each night the train stops below, lit up like a row of kitchens, and somebody climbs the steps to look. You have learned to move aside without a word, and to watch their faces and not the sky. # ending: The last hour of the night
-> END

=== end_part_way ===
The sun comes up over a road that you know. It is not your road yet, but it runs into one that runs into it.
The train is gone as dew is gone. It is eleven miles, and the day is fine, and the window will be hard to see by daylight, but then you will not need it. # ending: Eleven miles
-> END

=== end_window ===
It stops between stations, at no platform, behind a garden you have climbed out of a hundred times. The step is just high enough.
There is the house. There is the window. As you cross the grass somebody inside gets up, not in a hurry, and comes to the door before you have decided whether to knock. # ending: The lit window
-> END

=== end_crew ===
You send word to the window by the mail: not tonight, but thank you. Then you take off your coat.
It is hot work. They sing. The sun comes up a little later everywhere, that day, and in a good many observatories somebody taps a clock. # ending: A minute in hand
-> END

=== end_conductor ===
It fits. In its pocket are a punch, a watch that is best kept face inward, and half a sandwich, still good.
The old conductor gets down at no stop in particular, with her hands free. You walk along the corridor, opening every door. “Tickets, please,” you say, and find that you have been wanting to know. # ending: Tickets, please
-> END

=== end_asleep ===
The wheels say the word again, and this time you have it; but by then you are asleep.
You wake at your own station, on the platform, with one shoe on. Forty years, or a night. A few people are sitting on the bench, and you feel in your pocket for something to give them. # ending: Right past it
-> END

=== end_relieved ===
She gets down at the garden behind a small house, in her stockinged feet, with her cap in her hand. For a moment nothing happens. Then you hear someone, in there, drop a plate.
You ring off. The watch in your new pocket says that you are late, and you find that you do not mind. There is a child to be called for, and soup, and nine hundred pages of hares. # ending: Called for
-> END

=== end_kept_ticket ===
She puts it in her cap, behind the badge. “I shall not use it,” she says, “but one likes to be expected.”
You get down where everybody else does, in a big plain terminus, among pigeons and the first coffee. Your ticket is gone, and nobody asks for it at the gate. # ending: One likes to be expected
-> END

=== end_around ===
“Again?” she says. “You too?” But she punches it, and the hole is the shape of a hare.
You take the seat beside the man with the notebook. Pole, gate, river. He moves his elbow so that you can see. After some nights he lets you do the gates. # ending: Never the same hare
-> END

=== end_field ===
The grass is wet to your knees. Behind you there are no rails, only a long dent in the field where a hedge may once have been.
The hare lets you come quite near. It is morning, and you are wherever you are. You look around you, for the first time in a while, to see where that is. # ending: Wherever you are
-> END

=== end_driver ===
You draw it freehand. The train leans over into it, every lit window after the other, and holds.
“Well,” says the driver, after a time, “that’s new.” She looks out along the line that you are making, with one pencil left behind her ear. “Don’t stop,” she says. “I should like to see where it goes.” # ending: A long curve
-> END
