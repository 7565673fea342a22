package mcp

// The shape language: the published schemas of five revisions as one table.
//
// A shape says what one JSON value must look like. Where revisions differ, the
// member or the choice carries the first and last revision that it holds for,
// so one entry tells a definition's whole history. Members that a shape does
// not name are legal, as in every published schema.
//
// Shapes refer to each other by number ([typ]), never by pointer: the table is
// plain data that needs no work at start.

// typ names a shape: its topic in the high byte, its place in that topic's
// table in the low one. The constants stand beside the tables.
type typ uint16

// kind is the JSON type that a shape demands.
type kind uint8

const (
	anything kind = iota
	text
	integer
	number
	boolean
	textOrInteger
	numberOrNull
	scalar // string, number or boolean
	object
	array // of rest
	union // one of
)

// wrap says how a member holds its shape.
type wrap uint8

const (
	plain wrap = iota
	list       // an array of it
	dict       // an object whose every member is one
)

// shape is what one value must look like.
type shape struct {
	name     string // definition in the published schemas; "" = a part of one
	from, to uint8  // revisions whose schemas define it, 1 to 5; 0 = no bound
	code     string // catalogue code of whatever is wrong here or deeper; "" = that of the value around it
	kind     kind
	members  []member // object: those with a rule
	rest     typ      // object: every member that is not named; array: the elements
	words    []string // text: the only values
	unit     bool     // number: 0 to 1
	natural  bool     // integer: 0 or more
	meta     bool     // object: the keys have the grammar of _meta
	by       string   // union: the member that tells the choices apart
	of       []choice // union
}

// member is a rule for one member of an object.
type member struct {
	key      string
	must     bool
	is       typ
	as       wrap
	only     string // the one value: a text, or an integer's digits
	most     int    // list: the most elements; 0 = no bound
	base64   bool   // text: bytes in base64 (judged in messages, not by CheckShape)
	from, to uint8
	code     string // as in shape, for the value
	mark     mark   // a place to note the value for further judgement
	absent   string // the code when a required member is not there; "" = that of the object
}

// mark names a member whose value a walker hands on as it was written.
type mark uint8

const (
	noMark mark = iota
	markName
	markDescription
	markInput
	markOutput
	marks
)

// choice is one alternative of a union.
type choice struct {
	is       typ
	as       wrap
	when     string // value of the telling member
	orAbsent bool   // holds also when the telling member is not there
	from, to uint8
}

const (
	basicTopic = iota
	envelopeTopic
	taskTopic
	elicitationTopic
	samplingTopic
	capabilityTopic
	contentTopic
	listTopic
	notificationTopic
	requestTopic
	paramsTopic
	resultTopic
)

// topics is the whole table, by topic. Two of a topic's shapes may share a
// name when a definition changed its nature.
var topics = [...][]shape{
	basicTopic:        basicShapes[:],
	envelopeTopic:     envelopeShapes[:],
	taskTopic:         taskShapes[:],
	elicitationTopic:  elicitationShapes[:],
	samplingTopic:     samplingShapes[:],
	capabilityTopic:   capabilityShapes[:],
	contentTopic:      contentShapes[:],
	listTopic:         listShapes[:],
	notificationTopic: notificationShapes[:],
	requestTopic:      requestShapes[:],
	paramsTopic:       paramsShapes[:],
	resultTopic:       resultShapes[:],
}

func (t typ) shape() *shape { return &topics[t>>8][t&255] }

// holds reports whether a span of revisions, 0 meaning no bound, holds rev.
func holds(rev, from, to uint8) bool { return rev >= from && (to == 0 || rev <= to) }

// Simple values, and the definitions that are nothing else.
const (
	tAny typ = basicTopic<<8 + iota
	tText
	tInteger
	tCount
	tNumber
	tUnit
	tBoolean
	tID
	tNumberOrNull
	tScalar
	tObject
	tMeta
	tProgressToken
	tCursor
	tResultType
	tJSONValue
)

var basicShapes = [...]shape{
	tAny:           {kind: anything},
	tText:          {kind: text},
	tInteger:       {kind: integer},
	tCount:         {kind: integer, natural: true},
	tNumber:        {kind: number},
	tUnit:          {kind: number, unit: true},
	tBoolean:       {kind: boolean},
	tID:            {name: "RequestId", kind: textOrInteger},
	tNumberOrNull:  {kind: numberOrNull},
	tScalar:        {kind: scalar},
	tObject:        {name: "JSONObject", from: 5, kind: object},
	tMeta:          {name: "MetaObject", from: 5, kind: object, meta: true},
	tProgressToken: {name: "ProgressToken", kind: textOrInteger},
	tCursor:        {name: "Cursor", kind: text},
	tResultType:    {name: "ResultType", from: 5, kind: text},
	tJSONValue:     {name: "JSONValue", from: 5, kind: anything},
}

// definition finds the shape of a definition that the published schema of a
// revision has.
func definition(rev uint8, name string) (typ, bool) {
	for topic := range topics {
		for i := range topics[topic] {
			s := &topics[topic][i]
			if s.name == name && holds(rev, s.from, s.to) {
				return typ(topic<<8 + i), true
			}
		}
	}
	return 0, false
}
